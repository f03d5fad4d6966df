"""Tests of the training environment; skipped where it is not built (make python)."""
import contextlib
import copy
import io
import itertools
import json
import os
import pickle
import subprocess
import sys
import tempfile
import types
import unittest
from unittest import mock

try:
    import numpy as np
    import avondale
    from avondale import actions, auctions, bidder, records
    from avondale._native import ffi
    from avondale.env import Env
    from avondale.state import TERMINAL, State
    from avondale.vec_env import VecEnv
    import train_bidder
    import train_expert
    from train_bidder import play, turns_of
except ImportError as error:
    raise unittest.SkipTest(f"the training environment is not built here: {error}")

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
VECTORS = os.path.join(ROOT, "tests", "vectors", "rules")


def play_on(env, rng, steps=100000):
    """Random legal actions to the end of the game; yields each step."""
    for _ in range(steps):
        if env.game_over:
            return
        yield env.step(int(rng.choice(env.legal)))


class ImportTest(unittest.TestCase):
    def test_modules_are_imported_when_they_are_named(self):
        """In a process of its own, where nothing has been imported before."""
        place = os.path.dirname(os.path.dirname(os.path.abspath(avondale.__file__)))
        for named in ("actions.TEXTS", "auctions.Rules", "records.read", "state.TERMINAL", "Env"):
            subprocess.run([sys.executable, "-c", f"import avondale; avondale.{named}"], check=True, cwd=place)
        with self.assertRaisesRegex(AttributeError, "has no attribute 'nonesuch'"):
            avondale.nonesuch


class RulesetTest(unittest.TestCase):
    def test_wrong_text_names_what_is_wrong(self):
        for text, word in (("nonesuch", "nonesuch"), ("wikipedia target=x", "target"), ("wikipedia colour=red", "colour")):
            with self.assertRaisesRegex(ValueError, word):
                avondale.Ruleset(text)

    def test_options_are_those_of_the_text(self):
        options = avondale.Ruleset("australian target=1000").options()
        self.assertEqual((options["target"], options["must_bid"], options["deck"]), ("1000", "yes", "43"))
        self.assertEqual(options["calls"], "misere open-misere")

    def test_fields_fill_the_observation(self):
        for name in avondale.presets():
            rules = avondale.Ruleset(name)
            end = 0
            for field in rules.fields().values():
                self.assertEqual(field.offset, end)
                end += field.rows * field.width
            self.assertEqual(end, rules.observation_size)

    def test_four_handed_rulesets_share_a_layout(self):
        sizes = {avondale.Ruleset(name).observation_size for name in avondale.presets()
                 if avondale.Ruleset(name).players == 4}
        self.assertEqual(sizes, {1514})


class EnvTest(unittest.TestCase):
    def test_every_preset_is_played_to_its_end(self):
        for name in avondale.presets():
            env, rng = Env(name, seed=1), np.random.default_rng(2)
            last = None
            for last in play_on(env, rng):
                pass
            self.assertTrue(env.game_over and last.game_over, name)
            self.assertTrue(env.winners)
            self.assertEqual(env.legal, [])
            self.assertEqual(env.seat, -1)

    def test_the_same_seed_gives_the_same_game(self):
        one, other = Env(seed=5), Env(seed=5)
        self.assertFalse(np.array_equal(Env(seed=6).observe(0), one.observe(0)))
        while not one.game_over:
            self.assertTrue(np.array_equal(one.observe(), other.observe()))
            action = one.legal[-1]
            one.step(action)
            other.step(action)
        self.assertEqual(one.scores, other.scores)

    def test_seeds_are_whole_numbers_of_64_bits(self):
        env = Env(seed=1)
        takers = (lambda seed: Env(seed=seed).observe(0), env.reset, lambda seed: VecEnv(n=2, seed=seed).observation,
                  VecEnv(n=2).reset, lambda seed: State(seed=seed).observation_tensor(0),
                  lambda seed: env.worlds(2, seed=seed), lambda seed: env.advice("expert", worlds=2, seed=seed).actions)
        for take in takers:
            for seed in (5, (1 << 64) - 1):
                wanted = np.array(take(seed)).tolist()
                self.assertEqual(np.array(take(np.uint64(seed))).tolist(), wanted)
            self.assertEqual(np.array(take(np.int8(5))).tolist(), np.array(take(5)).tolist())
            take(None)
            for wrong in (-1, 1 << 64, np.int64(-5)):
                with self.assertRaisesRegex(ValueError, f"^seed {wrong}: 0 to 18446744073709551615 are allowed$"):
                    take(wrong)
            for wrong in (5.0, True, "5"):
                with self.assertRaisesRegex(TypeError, "^seed .*: a whole number is expected$"):
                    take(wrong)
        self.assertFalse(np.array_equal(env.reset(), env.reset()))

    def test_a_clone_goes_its_own_way(self):
        env = Env(seed=7)
        before, twin = env.describe(), env.clone()
        for _ in range(30):
            twin.step(twin.legal[0])
        self.assertEqual(env.describe(), before)

    def test_copies_go_their_own_way(self):
        for make in (Env, State):
            for copied in (copy.copy, copy.deepcopy):
                one = make("australian", seed=7)
                game = one if make is Env else one._env
                before, other = game.describe(), copied(one)
                (other.step if make is Env else other.apply_action)(game.legal[0])
                self.assertEqual(game.describe(), before)
                self.assertEqual(one.history() if make is State else [], [])
        for ask in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, "^VecEnv: its games are not pickled; "):
                ask(VecEnv(n=2))
        for game in (Env(), State()):
            with self.assertRaisesRegex(TypeError, "^Env: its games are not pickled; "):
                pickle.dumps(game)
        rules = avondale.Ruleset("australian target=1000", {"calls": "misere hi-lo"})
        for again in (copy.copy(rules), copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))):
            self.assertEqual((again.text, again.options()), (rules.text, rules.options()))

    def test_an_illegal_action_says_what_is_legal(self):
        env = Env(seed=1)
        before = env.describe()
        for wrong in (-1, actions.ACTIONS, actions.number("AS", "play"), "8X"):
            with self.assertRaises(ValueError):
                env.step(wrong)
        with self.assertRaisesRegex(ValueError, "legal here: pass 6S"):
            env.step("keep")
        self.assertEqual(env.describe(), before)

    def test_only_whole_numbers_and_words_are_actions(self):
        env, state = Env(seed=1), State(seed=1)
        before = env.describe()
        for wrong in (0.0, True, np.True_, None, b"7H", [0]):
            for ask in (env.step, state.apply_action):
                with self.assertRaisesRegex(TypeError, "^action .*: a whole number is expected$"):
                    ask(wrong)
        with self.assertRaisesRegex(TypeError, "^action '7H': a whole number is expected$"):
            state.apply_action("7H")
        for wrong in (1 << 32, 1 << 64, -(1 << 64)):
            for ask in (env.step, state.apply_action):
                with self.assertRaisesRegex(ValueError, f"^action {wrong} is not legal here: pass"):
                    ask(wrong)
            with self.assertRaisesRegex(ValueError, f"^action {wrong}: 0 to 120 are allowed$"):
                env.text(wrong)
        for wrong in (-1, 1 << 64):
            with self.assertRaisesRegex(ValueError, f"^budget {wrong}: 0 to {(1 << 64) - 1} are allowed$"):
                env.solve(wrong)
        self.assertEqual(env.describe(), before)
        env.step(np.int64(env.legal[0]))
        state.apply_action(np.uint8(state.legal_actions()[0]))
        self.assertEqual([type(action) for action in state.history()], [int])

    def test_words_are_numbers_of_their_phase(self):
        self.assertEqual(actions.TEXTS[actions.number("7H", "auction")], "7H")
        self.assertLess(actions.number("7H", "auction"), actions.CARD_FIRST)
        self.assertGreaterEqual(actions.number("7H", "play"), actions.CARD_FIRST)

    def test_rewards(self):
        points = Env(episode="hand", reward="points", seed=3)
        margin = Env(episode="hand", reward="margin", seed=3)
        for _ in range(400):
            action = points.legal[-1]
            one, other = points.step(action), margin.step(action)
            self.assertEqual(one.hand_over, other.hand_over)
            if one.hand_over:
                self.assertEqual(list(other.rewards), [one.rewards[s] - one.rewards[s ^ 1] for s in range(4)])
                self.assertEqual(points.scores, [0, 0])
        won = Env(episode="game", reward="win", seed=3)
        for last in play_on(won, np.random.default_rng(1)):
            pass
        self.assertEqual(sorted(last.rewards), [-1, -1, 1, 1])

    def test_no_hand_is_won(self):
        for make in (Env, VecEnv, State):
            with self.assertRaisesRegex(ValueError, "^reward 'win': points, margin are allowed with episode 'hand'$"):
                make(episode="hand", reward="win")
            for wrong, words in (({"episode": "day"}, "hand, game are"), ({"reward": "luck"}, "points, margin, win are")):
                with self.assertRaisesRegex(ValueError, words):
                    make(**wrong)

    def test_nothing_is_known_of_other_hands(self):
        env = Env(seed=9)
        for seat in range(4):
            hands = env.fields(env.observe(seat))["hands"]
            self.assertEqual(hands[0].sum(), 10)
            self.assertEqual(hands[1:].sum(), 0)
        with self.assertRaises(ValueError):
            env.observe(4)

    def test_house_players_advise_and_explain(self):
        for by in ("basic", "expert"):
            env = Env(seed=11)
            while not any(env.scores):
                advice = env.advice(by, worlds=2, seed=1)
                self.assertTrue(advice.why)
                for action in advice.actions:
                    self.assertIn(action, env.legal)
                    env.step(action)

    def test_advice_is_about_all_cards_of_a_choice(self):
        env = Env(seed=1)
        while env.phase != "discard":
            env.step(env.advice("basic").actions[0])
        chosen = env.advice("basic").actions
        self.assertEqual(len(chosen), 3)
        for action in chosen:
            env.step(action)
            if env.phase == "discard":
                with self.assertRaisesRegex(ValueError, "^advice: some cards of this choice are named already"):
                    env.advice("basic")
        self.assertTrue(env.advice("basic").actions)

    def test_the_solver_agrees_with_the_last_trick(self):
        env, rng = Env(episode="hand", seed=13), np.random.default_rng(3)
        with self.assertRaisesRegex(ValueError, "turn"):
            env.solve()
        found = 0
        for _ in range(3000):
            if env.phase == "play" and len(env.legal) > 1 and env._c.game.trick >= 7:
                values = env.solve()
                self.assertEqual(sorted(values), env.legal)
                best = [env.clone() for _ in values]
                for twin, action in zip(best, values):
                    step = twin.step(action)
                    if not step.hand_over and twin.phase == "play":
                        after = twin.solve()
                        self.assertIn(values[action], after.values())
                        found += 1
            env.step(int(rng.choice(env.legal)))
        self.assertGreater(found, 50)

    def test_a_budget_of_nodes_runs_out(self):
        env = Env(seed=4)
        while env.phase != "play":
            for action in env.advice("basic").actions:
                env.step(action)
        for budget in (1, np.int64(50)):
            with self.assertRaisesRegex(ValueError, f"^solve: the budget of {budget} nodes ran out$"):
                env.solve(budget)

    def test_worlds_agree_with_what_is_seen(self):
        env, rng = Env(seed=17), np.random.default_rng(4)
        for step in itertools.islice(play_on(env, rng), 300):
            if env.game_over or env.phase != "play":
                continue
            seat = env.seat
            seen = env.fields(env.observe(seat))
            for world in env.worlds(5, seed=int(rng.integers(1 << 30))):
                own = np.flatnonzero(world == seat)
                self.assertEqual(own.tolist(), np.flatnonzero(seen["hands"][0]).tolist())
                for row in range(1, 4):
                    hand = (seat + row) % 4
                    if not seen["folded"][row][0]:
                        self.assertEqual((world == hand).sum(), seen["counts"][row][0])

    def test_worlds_of_no_seat_are_refused(self):
        env = Env(seed=17)
        for seat in (-1, 4, 7, 256):
            for ask in (lambda: env.worlds(1, seat=seat), lambda: env.observe(seat), lambda: env.describe(seat)):
                with self.assertRaisesRegex(ValueError, f"^seat {seat}: 0 to 3 are allowed$"):
                    ask()
        for given, words in (({"count": 0}, "count 0: 1 to"), ({"count": 1 << 40}, f"count {1 << 40}: 1 to"),
                             ({"count": 1, "candidates": 0}, "candidates 0: 1 to"),
                             ({"count": 1, "candidates": 1 << 32}, f"candidates {1 << 32}: 1 to")):
            with self.assertRaisesRegex(ValueError, words):
                env.worlds(**given)
        for wrong in (1.0, True, "1", None):
            with self.assertRaisesRegex(TypeError, "a whole number is expected"):
                env.worlds(wrong)
        self.assertEqual(env.worlds(np.int64(3), seat=np.uint8(2), candidates=np.int8(2)).shape, (3, 66))


class VecEnvTest(unittest.TestCase):
    def test_it_is_many_envs(self):
        games = VecEnv("australian", n=8, episode="game", reward="win", seed=1)
        rng = np.random.default_rng(5)
        ended = 0
        for _ in range(4000):
            chosen = games.random_actions(rng)
            for i in range(games.n):
                self.assertTrue(games.mask[i, chosen[i]])
                self.assertEqual(games.mask[i].sum(), games.count[i])
            games.step(chosen)
            ended += (games.done == 2).sum()
            self.assertTrue(((games.reward != 0).all(axis=1) == (games.done == 2)).all())
        self.assertGreater(ended, 3)

    def test_the_same_seed_and_actions_repeat(self):
        one, other = VecEnv(n=16, seed=3), VecEnv(n=16, seed=3)
        rng = np.random.default_rng(6)
        for _ in range(500):
            chosen = one.random_actions(rng)
            one.step(chosen)
            other.step(chosen)
            self.assertTrue(np.array_equal(one.observation, other.observation))

    def test_a_wrong_action_names_its_game(self):
        games = VecEnv(n=4, seed=3)
        chosen = games.list[:, 0].astype(np.int32)
        before = games.observation.copy()
        chosen[2] = actions.ACTIONS
        with self.assertRaisesRegex(ValueError, "of game 2"):
            games.step(chosen)
        with self.assertRaisesRegex(ValueError, "shape"):
            games.step(chosen[:3])
        self.assertTrue(np.array_equal(games.observation, before))
        for wrong in (0, 1 << 30):
            with self.assertRaises(ValueError):
                VecEnv(n=wrong)

    def test_only_whole_numbers_are_actions(self):
        games = VecEnv(n=3, seed=3)
        before = games.observation.copy()
        for wrong, named in ((2.0, "2.0"), (True, "True"), ("7H", "'7H'"), (None, "None")):
            for chosen in ([0, wrong, 0], np.array([0, wrong, 0], object)):
                with self.assertRaisesRegex(TypeError, f"^game 1: action {named}: a whole number is expected$"):
                    games.step(chosen)
        for chosen in (np.zeros(3), np.zeros(3, bool), np.array(["0", "0", "0"])):
            with self.assertRaisesRegex(TypeError, "^game 0: action .*: a whole number is expected$"):
                games.step(chosen)
        for wrong in (-1, 1 << 32, 1 << 63, 1 << 64, -(1 << 32), actions.ACTIONS):
            with self.assertRaisesRegex(ValueError, f"^action {wrong} of game 2 is not legal$"):
                games.step([0, 0, wrong])
        with self.assertRaisesRegex(ValueError, f"^action {1 << 32} of game 0 is not legal$"):
            games.step(np.array([1 << 32, 0, 0]))
        for chosen in (0, "000"):
            with self.assertRaisesRegex(ValueError, "shape"):
                games.step(chosen)
        self.assertTrue(np.array_equal(games.observation, before))
        for of in (np.int8, np.uint8, np.int64, np.uint64):
            games.step(games.list[:, 0].astype(of))
        games.step(games.list[:, 0].tolist())

    def test_no_other_array_is_put_in_place_of_one(self):
        games = VecEnv(n=4, seed=3)
        for name in ("observation", "mask", "list", "count", "seat", "reward", "done"):
            before = getattr(games, name)
            with self.assertRaises(AttributeError):
                setattr(games, name, before.astype(bool))
            del before
            with self.assertRaises(ValueError):
                getattr(games, name).resize((1, 1))
            before = getattr(games, name)
            games.step(games.list[:, 0])
            self.assertIs(getattr(games, name), before)
        self.assertEqual(games.mask.sum(1).tolist(), games.count.tolist())

    def test_parts_may_be_left_out(self):
        games = VecEnv(n=4, seed=3, observe=False, masks=False)
        self.assertEqual((games.observation.size, games.mask.size), (0, 0))
        games.step(games.random_actions(np.random.default_rng(1)))


class StateTest(unittest.TestCase):
    def test_a_hand_to_its_end(self):
        state, rng = State(seed=3), np.random.default_rng(7)
        while not state.is_terminal():
            player = state.current_player()
            legal = state.legal_actions()
            self.assertEqual(legal, sorted(legal))
            self.assertEqual(state.legal_actions((player + 1) % 4), [])
            self.assertEqual([i for i, bit in enumerate(state.legal_actions_mask()) if bit], legal)
            child = state.child(legal[0])
            self.assertEqual(child.history()[:-1], state.history())
            before = [state.observation_tensor(seat).tolist() for seat in range(4)]
            state.apply_action(int(rng.choice(legal)))
        self.assertEqual(state.current_player(), TERMINAL)
        self.assertEqual([state.observation_tensor(seat).tolist() for seat in range(4)], before)
        self.assertEqual(sum(state.returns()), 0)
        self.assertEqual(state.returns(), state.rewards())
        with self.assertRaises(ValueError):
            state.apply_action(0)


class RecordsTest(unittest.TestCase):
    def test_the_vectors_are_read(self):
        for name in sorted(os.listdir(VECTORS)):
            path = os.path.join(VECTORS, name)
            with open(path, encoding="utf-8") as lines:
                games = [json.loads(line) for line in lines]
            wanted = sum(_rows(step[2]) for game in games for hand in game["hands"] for step in hand["steps"])
            found = 0
            for part in records.read(path, rows=500):
                found += len(part.action)
                legal = part.mask[np.arange(len(part.action)), part.action]
                self.assertTrue(legal.all())
            self.assertEqual(found, wanted, name)

    def test_a_bad_line_is_named(self):
        with open(os.path.join(VECTORS, sorted(os.listdir(VECTORS))[0]), encoding="utf-8") as lines:
            good = lines.readline()
        for bad, word in (("{", "not a record"), ('{"format": 1}', "ruleset"), (good.replace('"dealer"', '"d"'), "dealer")):
            with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
                file.write(good + bad + "\n")
                file.flush()
                with self.assertRaisesRegex(records.RecordError, r":2: .*" + word):
                    list(records.read(file.name))

    def test_whatever_a_line_holds_it_is_named(self):
        with open(os.path.join(VECTORS, sorted(os.listdir(VECTORS))[0]), encoding="utf-8") as lines:
            good = json.loads(lines.readline())
        object_here = "an object is expected$"
        hand = good["hands"][0]
        for change, words in (({"result": None}, "result null: " + object_here), ({"result": []}, r"result \[\]: " + object_here),
                              ({"ruleset": None}, "ruleset null: " + object_here),
                              ({"ruleset": {"preset": 3}}, "preset 3: a word is expected$"),
                              ({"ruleset": {"preset": "wikipedia", "options": ["a"]}}, r'options \["a"\]: ' + object_here),
                              ({"hands": {}}, r"hands \{\}: a list is expected$"), ({"hands": [[]]}, "list"),
                              ({"hands": [{**hand, "steps": [[0]]}]}, "index"), ({"hands": [{**hand, "delta": [1]}]}, "index"),
                              ({"hands": [{**hand, "dealer": 1 << 80}]}, "dealer")):
            self._fails(json.dumps({**good, **change}).encode(), words)
        for line, words in ((b'{"format": "\xff"}', "utf-8"), (b"[" * 100000, "recursion"), (b"[]", r"record \[\]: " + object_here)):
            self._fails(line, words)

    def _fails(self, line, words):
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
            file.write(line + b"\n")
            file.flush()
            with self.assertRaisesRegex(records.RecordError, f"^{file.name}:1: not a record that can be played: .*{words}"):
                list(records.read(file.name))

    def test_arguments_are_not_the_fault_of_the_file(self):
        path = os.path.join(VECTORS, sorted(os.listdir(VECTORS))[0])
        for rows in (-5000, 0, 1 << 40):
            with self.assertRaisesRegex(ValueError, f"^rows {rows}: 1 to {1 << 24} are allowed$"):
                records.read(path, rows=rows)
        with self.assertRaisesRegex(TypeError, "^rows 1.5: a whole number is expected$"):
            records.read(path, rows=1.5)
        self.assertTrue(list(records.read(path, rows=np.int64(100))))


def _rows(action):
    """A claim has no row; several cards have one each."""
    return 0 if action.startswith("claim") else max(1, action.count(":"))


class PettingZooTest(unittest.TestCase):
    """What PettingZoo's api_test asks of an environment, with stand-ins where it is not installed."""

    def setUp(self):
        try:
            import pettingzoo  # noqa: F401
        except ImportError:
            _stand_in()
        from avondale.pettingzoo import AvondaleEnv
        self.make = AvondaleEnv

    def test_api(self):
        for name in ("wikipedia", "three-handed", "five-handed", "two-handed"):
            if name not in avondale.presets():
                continue
            env, rng = self.make(name), np.random.default_rng(8)
            env.reset(seed=1)
            self.assertEqual(env.agents, env.possible_agents)
            rewards = {agent: 0.0 for agent in env.possible_agents}
            for steps, agent in enumerate(env.agent_iter()):
                observation, reward, termination, truncation, info = env.last()
                self.assertEqual(set(observation), {"observation", "action_mask"})
                space = env.observation_space(agent)
                self.assertEqual(observation["observation"].shape, space["observation"].shape)
                self.assertEqual(observation["observation"].dtype, space["observation"].dtype)
                self.assertEqual(observation["action_mask"].shape, space["action_mask"].shape)
                self.assertIsInstance(info, dict)
                self.assertFalse(truncation)
                rewards[agent] += reward
                self.assertEqual(set(env.rewards), set(env.agents))
                self.assertEqual(set(env.terminations), set(env.agents))
                if termination:
                    self.assertTrue(np.array_equal(observation["observation"], before[agent]))
                    env.step(None)
                else:
                    self.assertGreater(observation["action_mask"].sum(), 0)
                    before = {name: env.observe(name)["observation"] for name in env.agents}
                    env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                self.assertLess(steps, 5000)
            self.assertEqual(env.agents, [])
            env.reset(seed=1)
            for wrong in (0.0, True, "0"):
                with self.assertRaisesRegex(TypeError, "a whole number is expected"):
                    env.step(wrong)
                with self.assertRaisesRegex(TypeError, "a whole number is expected"):
                    env.reset(seed=wrong)
            env.reset(seed=np.int64(1))
            self.assertAlmostEqual(sum(rewards.values()), 0, places=3)
            env.reset(seed=1)
            first = env.observe(env.agent_selection)["observation"]
            env.reset(seed=1)
            self.assertTrue(np.array_equal(first, env.observe(env.agent_selection)["observation"]))


def _stand_in():
    """pettingzoo.AECEnv and gymnasium.spaces with what the adapter uses of them."""
    class AECEnv:
        def agent_iter(self):
            while self.agents:
                yield self.agent_selection

        def last(self):
            agent = self.agent_selection
            return (self.observe(agent), self._cumulative_rewards[agent], self.terminations[agent],
                    self.truncations[agent], self.infos[agent])

        def _accumulate_rewards(self):
            for agent, reward in self.rewards.items():
                self._cumulative_rewards[agent] += reward

        def _was_dead_step(self, action):
            if action is not None:
                raise ValueError("when an agent is dead, the only valid action is None")
            agent = self.agent_selection
            for of in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
                del of[agent]
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]

    class Box:
        def __init__(self, low, high, shape, dtype):
            self.shape, self.dtype = shape, np.dtype(dtype)

    spaces = types.SimpleNamespace(Box=Box, Dict=dict, Discrete=lambda n: n)
    gymnasium = types.ModuleType("gymnasium")
    gymnasium.spaces = spaces
    pettingzoo = types.ModuleType("pettingzoo")
    pettingzoo.AECEnv = AECEnv
    sys.modules.update(gymnasium=gymnasium, pettingzoo=pettingzoo)


def dealt(n, seed, rules="wikipedia"):
    """A VecEnv at its first calls."""
    return VecEnv(rules, n=n, seed=seed, observe=False, masks=False)


def trained():
    """The presets whose auctions numpy knows."""
    found = []
    for name in avondale.presets():
        try:
            auctions.Rules(name)
        except ValueError:
            continue
        found.append(name)
    return found


class BasicTest(unittest.TestCase):
    def test_basic_actions_are_its_advice(self):
        for name in avondale.presets():
            games, env, advised = VecEnv(name, n=1, episode="game", seed=3, observe=False), Env(name, seed=0), []
            for _ in range(120):
                ffi.memmove(env._c, games._c, ffi.sizeof("struct env"))
                advised = advised or env.advice("basic").actions
                chosen = games.basic_actions()
                self.assertEqual(chosen[0], advised.pop(0), name)
                games.step(chosen)

    def test_worth_and_hands(self):
        games = dealt(50, 4)
        worth, low = games.worth()
        self.assertEqual(games.hands().sum(2).tolist(), [[10] * 4] * 50)
        self.assertEqual((worth.shape, low.shape), ((50, 4, 5), (50, 4)))
        self.assertLess(worth.max(), 140)
        self.assertTrue(0 < low.sum() < 20)

    def test_contracts_want_an_auction_that_begins(self):
        games = dealt(3, 1)
        for calls in ([], [40], [1, 99]):
            with self.assertRaisesRegex(ValueError, "calls are expected"):
                games.contracts(calls)
        for calls, named in ((["7H", "8Z"], "'8Z'"), ([0, -1], "-1"), ([256], "256"), ([1 << 64], str(1 << 64)), ("7H", "'7'")):
            with self.assertRaisesRegex(ValueError, f"^call {named}: calls are expected, such as '7H', or 0 to 39$"):
                games.contracts(calls)
        for wrong in (1.0, True, None):
            with self.assertRaisesRegex(TypeError, f"^call {wrong}: a whole number is expected$"):
                games.contracts([wrong])
        self.assertEqual(games.contracts(["6NO"]).tolist(), [[[-1]] * 4] * 3)  # not a call of this ruleset
        games.step(np.zeros(3, np.int32))
        with self.assertRaisesRegex(ValueError, "game 0 is not at the first call"):
            games.contracts(["7H"])


class AuctionsTest(unittest.TestCase):
    def test_auctions_in_numpy_are_those_of_the_engine(self):
        """What basic calls, who wins the auction and what that brings, hand by hand."""
        n = 400
        for name in trained():
            rules = auctions.Rules(name)
            deals, games = auctions.Deals(rules, n, seed=8), dealt(n, 8, name)
            start = auctions.Auctions.begin(np.arange(n), np.zeros((n, 2), np.int64))
            call, by = auctions.finish(rules, start, deals, None, np.zeros((n, 4), bool))
            us, them = auctions.outcome(rules, deals, np.arange(n), call, by)
            first, left, found = games.seat.astype(int), np.ones(n, bool), np.zeros((n, 4))
            contracts = games.contracts(["misere", "open-misere", "6S", "7S", "10S"])
            while left.any():
                games.step(games.basic_actions())
                ended = left & (games.done > 0)
                found[ended], left = games.reward[ended], left & ~ended
            rows = np.arange(n)
            self.assertEqual(found[rows, first].tolist(), us.tolist(), name)
            self.assertEqual(found[rows, (first + 1) % 4].tolist(), them.tolist(), name)
            self.assertTrue(5 < (call == auctions.PASS).sum() < 60, name)
            for one, other in ((0, 1), (2, 3), (3, 4)):  # one column of tricks serves both
                both = (contracts[:, :, one] >= 0) & (contracts[:, :, other] >= 0)
                self.assertTrue((contracts[both][:, one] == contracts[both][:, other]).all(), name)

    def test_rules_that_auctions_in_numpy_do_not_know_are_refused(self):
        for text, words in (("american", "auction=rounds, not once"), ("wikipedia inkles=yes", "inkles=no, not yes"),
                            ("original-1904", "scoring=avondale or perfect, not original"),
                            ("french-canadian", "failed=subtract, not award"), ("perfect", "calls without blind-misere"),
                            ("francis", "rebid=never, not new-denomination"), ("wikipedia raise=any", "raise=no, not any"),
                            ("wikipedia all_pass=no-trump", "all_pass=redeal or next or same-pack, not no-trump"),
                            ("wikipedia misere_points=contractor-tricks", "misere_points=none, not contractor-tricks"),
                            ("wikipedia jack_nt=only", "jack_nt=no, not only"),
                            ("wikipedia from.misere=eight", "from.misere=any or seven, not eight"),
                            ("wikipedia early_finish=yes", "early_finish=no, not yes"),
                            ("wilkinson", "kitty.open-misere=yes as kitty.misere, not no")):
            with self.assertRaisesRegex(ValueError, f"^{text}: auctions in numpy are for {words}$"):
                auctions.Rules(text)

    def test_the_document_says_which_presets_can_be_trained(self):
        document = os.path.join(ROOT, "sample-bots", "python", "TRAINING.md")
        if not os.path.exists(document):
            self.skipTest("the document is not here")
        with open(document, encoding="utf-8") as text:
            said = text.read().split("Presets that it can train for: ")[1].split(".")[0]
        self.assertEqual(said.replace("`", "").replace("\n", " ").split(", "), trained())

    def test_whole_games_of_each_preset(self):
        """A bidder that knows nothing, whose contracts fail: bars of `ban` and all."""
        for name in trained():
            rules = auctions.Rules(name)
            score, _ = play(rules, bidder.Bidder(rules, seed=1), 30, 5)
            self.assertLess(score, 0.5, name)

    def test_legal_calls_are_those_of_the_engine(self):
        rules, rng = auctions.Rules(), np.random.default_rng(3)
        games = VecEnv("wikipedia", n=200, seed=5)
        everything = np.arange(200)
        for _ in range(12):
            bidding = everything[games.mask[:, 0] == 1]
            turns, _ = turns_of(rules, games, bidding)
            self.assertEqual(turns.legal(rules)[:, 1:].tolist(), (games.mask[bidding, 1:40] > 0).tolist())
            games.step(games.random_actions(rng))

    def test_only_four_players_in_pairs(self):
        for name in ("three-handed", "six-handed"):
            with self.assertRaisesRegex(ValueError, "four players in pairs"):
                auctions.Rules(name)

    def test_chances_at_the_ends_of_a_game(self):
        chance = auctions.Rules().chance
        for own, other, contract, wanted in ((500, 0, False, 1), (0, 500, True, 0), (510, 500, False, 0), (500, 510, True, 1),
                                             (-500, 0, True, 0), (0, -500, False, 1), (70, 70, True, 0.5)):
            self.assertAlmostEqual(float(chance(np.array(own), np.array(other), np.array(contract))), wanted)


class BidderTest(unittest.TestCase):
    def test_a_call_depends_on_no_hidden_card(self):
        rules = auctions.Rules()
        deals, maker = auctions.Deals(rules, 300, seed=2), bidder.Bidder(rules, seed=1)
        state = auctions.Auctions.begin(np.arange(300), np.zeros((300, 2), np.int64))
        before = maker.calls(state, deals)
        self.assertGreater(len(set(before.tolist())), 3)
        other = auctions.Deals(rules, 300, seed=3)
        other.cards[:, 0], other.worth[:, 0], other.low[:, 0] = deals.cards[:, 0], deals.worth[:, 0], deals.low[:, 0]
        self.assertEqual(maker.calls(state, other).tolist(), before.tolist())

    def test_slopes_are_those_of_the_error(self):
        rng = np.random.default_rng(1)
        weights = [rng.standard_normal(shape) for shape in ((5, 4), 4, (4, 3), 3, (3, 1), 1)]
        x, y = rng.standard_normal((20, 5)), rng.standard_normal(20)

        def error():
            w1, b1, w2, b2, w3, b3 = weights
            out = np.maximum(np.maximum(x @ w1 + b1, 0) @ w2 + b2, 0) @ w3 + b3
            return ((out[:, 0] - y) ** 2).mean()

        for weight, slopes in zip(weights, bidder._slopes(weights, x, y)):
            at = (0,) * weight.ndim
            weight[at] += 1e-6
            more = error()
            weight[at] -= 2e-6
            self.assertAlmostEqual((more - error()) / 2e-6, slopes[at], places=5)
            weight[at] += 1e-6

    def test_a_bidder_is_kept_in_a_file(self):
        rules = auctions.Rules()
        maker = bidder.Bidder(rules, seed=4)
        with tempfile.TemporaryDirectory() as place:
            maker.save(os.path.join(place, "one.npz"))
            again = bidder.Bidder.load(os.path.join(place, "one.npz"), rules)
        for kind, other in zip(maker.weights, again.weights):
            self.assertTrue(all(np.array_equal(a, b) for a, b in zip(kind, other)))


class TrainingTest(unittest.TestCase):
    def test_wrong_arguments_are_refused_before_the_training(self):
        for name, value, words in (("--rounds", "0", "1 to 1000 are allowed"), ("--rounds", "x", "1 to 1000 are allowed"),
                                   ("--games", "-1", "0 to 1048576 are allowed"), ("--epochs", "0", "1 to 1000 are allowed"),
                                   ("--deals", "1", "2 to 1048576 are allowed"), ("--rivals", "nan", "0.0 to 1.0 are allowed"),
                                   ("--seed", "-1", "0 to 9223372036854775807 are allowed"),
                                   ("--out", "nodir/x.npz", "there is no directory nodir"), ("--out", ".", "cannot be written"),
                                   ("--start", "no.npz", "there is no such file"),
                                   ("--ruleset", "american", "auctions in numpy are for auction=rounds, not once")):
            self._refused(train_bidder, name, value, words)
        self._refused(train_expert, "--rounds", "0", "1 to 1000 are allowed")
        self._refused(train_expert, "--weights", "nodir/x.c", "there is no directory nodir")

    def _refused(self, program, name, value, words):
        errors = io.StringIO()
        with mock.patch.object(sys, "argv", ["it", "--deals", "2", name, value]), contextlib.redirect_stderr(errors), \
                mock.patch.object(train_bidder, "train") as train, self.assertRaises(SystemExit) as end:
            program.main()
        self.assertEqual((end.exception.code, train.called), (2, False))
        self.assertEqual(errors.getvalue().splitlines()[-1], f"it: error: argument {name}: {value}: {words}")


class ExpertTest(unittest.TestCase):
    WEIGHTS = os.path.join(ROOT, "engine", "advice", "bidder_weights.c")

    def test_the_engine_weighs_calls_as_its_weights_do_here(self):
        if not os.path.exists(self.WEIGHTS):
            self.skipTest("the engine's sources are not here")
        rules = auctions.Rules()
        maker = train_expert.read_weights(self.WEIGHTS, rules)
        env, compared, bids = Env("wikipedia", seed=11), 0, set()
        games = VecEnv("wikipedia", n=1, seed=11, masks=False)
        rng = np.random.default_rng(1)
        while compared < 2000:
            if env.game_over:
                env.reset(compared)
            if env.phase == "auction" and len(env.legal) > 1:
                games.observation[0], games.seat[0] = env.observe(env.seat), env.seat
                ffi.memmove(games._c, env._c, ffi.sizeof("struct env"))
                turns, hands = turns_of(rules, games, np.array([0]))
                gains = env.gains()
                row, call = maker.candidates(turns)
                self.assertEqual({0, *call.tolist()}, set(gains))
                for one, value in zip(call, maker.values(maker.inputs(turns, hands, row, call), call)):
                    self.assertAlmostEqual(gains[one], np.clip(value, -1, 1), places=4)
                    compared += 1
                action = max(gains, key=gains.get)
                bids.add(action)
                env.step(action if rng.random() < 0.7 else int(rng.choice(env.legal[:4])))
            else:
                for action in env.advice("basic").actions:
                    env.step(action)
        self.assertGreater(len(bids), 8)
        with self.assertRaisesRegex(ValueError, "gains"):
            Env("three-handed", seed=1).gains()

    def test_weights_are_written_and_read(self):
        rules = auctions.Rules()
        maker = bidder.Bidder(rules, seed=4)
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "weights.c")
            first = train_expert.write_weights(maker, path)
            self.assertEqual(train_expert.write_weights(maker, path), first)
            again = train_expert.read_weights(path, rules)
        for kind, other in zip(maker.weights, again.weights):
            for one, two in zip(kind, other):
                self.assertLess(np.abs(one - two).max(), 2e-4)

    def test_results_are_drawn_around_those_of_rules_of_thumb(self):
        deals = train_expert.PlayedDeals(auctions.Rules(), 400, seed=3)
        thumb = auctions.Deals(auctions.Rules(), 400, seed=3).tricks
        drawn = np.stack(deals.draws).astype(float)
        self.assertLess(abs((drawn[..., :4].mean(0) - thumb[..., :4]).mean()), 0.5)
        for column, least in ((0, 0.6), (4, 1.2)):
            self.assertGreater(drawn[..., column].std(0).mean(), least)
        low = thumb[..., 5] == 0
        self.assertAlmostEqual((drawn[..., 5] < 2)[:, low].mean(), train_expert.MADE, delta=0.05)
        self.assertAlmostEqual((drawn[..., 5] == 0)[:, low].mean(), train_expert.MADE_OPEN, delta=0.05)


if __name__ == "__main__":
    unittest.main()
