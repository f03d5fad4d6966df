"""avondale: the card game 500 for programs.

`avondale.client`, with `avondale.lobby`, is for bots: standard library only. Its names are here, too:

    import avondale
    avondale.main(decide, name="mine")

`Ruleset`, `Env`, `VecEnv` and `State` are for those who train players, and so are the modules beside them:
`avondale.actions`, `avondale.records` and so on. They need numpy and the compiled rules, and are imported when they are
first named. See TRAINING.md.
"""

from __future__ import annotations

from typing import Any

from . import client
from .client import *  # noqa: F401,F403
from .client import __version__

_TRAINING = {"Env": "env", "Ruleset": "ruleset", "State": "state", "VecEnv": "vec_env", "presets": "ruleset"}
_MODULES = ("actions", "auctions", "bidder", "env", "hands", "pettingzoo", "records", "ruleset", "state", "vec_env")
__all__ = [*client.__all__, "__version__"]


def __getattr__(name: str) -> Any:
    """The training environment, imported when it is asked for: a bot needs none of it."""
    if name not in _TRAINING and name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    return getattr(importlib.import_module(f".{_TRAINING[name]}", __name__), name)
