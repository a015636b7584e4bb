"""Makes text that products and models wrote safe to show: in a terminal, in Markdown, within a budget."""

import re

ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor moves
    r"|\x1b[\]PX^_].*?(?:\x07|\x1b\\)"  # titles, links and other strings
    r"|\x1b[ -/]*[0-~]?",
    re.DOTALL,
)
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
SURROGATES = re.compile("[\ud800-\udfff]")
MARKDOWN = re.compile(r"([\\`*_{}\[\]|~$#])")


def clean(text: str) -> str:
    """The text without terminal sequences, control characters, invisible direction marks and half characters.

    Tabs and line ends stay; half a character becomes U+FFFD.
    """
    text = ESCAPES.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return SURROGATES.sub("\ufffd", CONTROLS.sub("", text))


def cut(text: str, most: int) -> str:
    """At most `most` characters, saying how many were left out."""
    left_out = len(text) - most
    return text if left_out <= 0 else f"{text[:most].rstrip()} ... ({left_out} characters more)"


def markdown(text: str, most: int = 300) -> str:
    """One line of Markdown that shows the text as it is: no markup, HTML, mention, link or end of a cell."""
    line = cut(" ".join(clean(text).split()), most)
    line = MARKDOWN.sub(r"\\\1", line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
    return line.replace("@", "@\u200b").replace("www.", "www\u200b.").replace("://", ":\u200b//")
