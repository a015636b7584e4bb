"""One test for each seeded bug of the embedded product, as a user would write it for the clean one.

`bugs.py` runs each with its bug, where it must fail, and without, where it must pass. pytest does not collect
these files by itself: half of them is there to fail.
"""

SEEDED, CLEAN = "seeded", "clean"
SEEDS = (1, 4, 6)
"""With these the product says the same in three different ways."""
