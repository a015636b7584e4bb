pytest_plugins = ["pages.plugin", "evals.plugin"]
