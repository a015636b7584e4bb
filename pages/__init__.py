"""Replywright, the page objects: drive a real chat UI and capture what it shows."""
