#!/usr/bin/env python3
"""How fast the training environment is on this machine: decisions a second on one core, with random legal actions.

speed.py [DECISIONS]: of so many each (1000000), and a twentieth of them where Python does each step.
"""
import random
import sys
import time

import numpy as np

from avondale import Env, VecEnv

decisions = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000

print("games  observations  masks  decisions/s  bytes a game")
for n in (64, 256, 1024, 4096):
    for observe, masks in ((True, True), (False, True), (False, False)):
        games, rng = VecEnv(n=n, seed=1, observe=observe, masks=masks), np.random.default_rng(1)
        steps, began = max(1, decisions // n), time.process_time()
        for _ in range(steps):
            games.step(games.random_actions(rng))
        rate = steps * n / (time.process_time() - began)
        arrays = sum(array.nbytes for array in (games.observation, games.mask, games.list, games.reward)) // n
        print(f"{n:5}  {'yes' if observe else 'no':12}  {'yes' if masks else 'no':5}  {rate:11,.0f}  "
              f"{games.bytes_each} and {arrays} in arrays")

env, one_of = Env(episode="hand", seed=1), random.Random(1).choice
began = time.process_time()
for _ in range(decisions // 20):
    env.step(one_of(env.legal))
print(f"one game, a step of Env at a time: {decisions // 20 / (time.process_time() - began):,.0f} decisions/s")
