"""Facts in a text: numbers, money, times, dates, names, negation. Extraction and comparison, pure."""

from evals.facts.fact import Comparison, Digits, Fact, Kind

__all__ = ["Comparison", "Digits", "Fact", "Kind"]
