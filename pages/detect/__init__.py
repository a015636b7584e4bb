"""Finds the parts of a chat UI that nobody described: by what they are, and by what changes as one talks."""

from pages.detect.description import Description
from pages.detect.detector import BUTTON, DETECT, SENDS, Detector, part, register

__all__ = ["BUTTON", "DETECT", "SENDS", "Description", "Detector", "part", "register"]
