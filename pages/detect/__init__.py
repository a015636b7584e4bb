"""Finds the parts of a chat UI that nobody described: by what they are, and by what changes as one talks."""

from pages.detect.detector import DETECT, SCRIPTS, Detector, part, register

__all__ = ["DETECT", "SCRIPTS", "Detector", "part", "register"]
