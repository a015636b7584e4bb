"""Facts in a text: numbers, money, times, dates, names, negation. Extraction and comparison, pure."""

from evals.facts.compare import compare
from evals.facts.extract import extract
from evals.facts.fact import Comparison, Digits, Fact, Kind
from evals.facts.mention import KINDS, find

__all__ = ["KINDS", "Comparison", "Digits", "Fact", "Kind", "compare", "extract", "find"]
