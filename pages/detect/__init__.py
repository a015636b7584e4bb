"""A chat UI that nobody described: its parts are found by what they are, and by what changes when something is said."""

from pages.detect.detector import DETECT, SCRIPTS, Detector, part, register

__all__ = ["DETECT", "SCRIPTS", "Detector", "part", "register"]
