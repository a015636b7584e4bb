"""Tests of the embedded chat product."""
