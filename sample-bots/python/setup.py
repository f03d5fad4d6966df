"""The compiled part of the package; everything else stands in pyproject.toml."""

from setuptools import setup

setup(cffi_modules=["native_build.py:ffi"])
