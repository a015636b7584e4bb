"""The embedded chat product, the assistant of a small clinic: to test the harness on, and to look at."""
