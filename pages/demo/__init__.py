"""The embedded chat product: the assistant of a small clinic, for the harness to be tested on and for people to look at."""
