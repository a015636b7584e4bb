"""Accessibility of a chat, judged by axe-core (github.com/dequelabs/axe-core), of axe-playwright-python."""

from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import Frame, Locator

from evals.errors import Unexpected, UsageError
from pages.ui import ChatUI

MOST = 3
"""Elements that are shown for each rule."""
LONGEST = 160
"""Characters of an element that are shown."""
NODES = "window[Symbol.for('replywright.axe')]"
GATHER = f"nodes => {{ ({NODES} ??= []).push(...nodes); return nodes.length; }}"
GATHER_FORMS = GATHER.replace("...nodes", "...nodes.map(node => node.closest('form') ?? node)")
# `preload` would fetch the page's style sheets again.
RUN = f"""async ignore => {{
  const nodes = {NODES} ?? [], rules = axe.getRules().map(rule => rule.ruleId);
  delete {NODES};
  const unknown = ignore.filter(rule => !rules.includes(rule));
  if (unknown.length) return {{ unknown, rules }};
  const off = Object.fromEntries(ignore.map(rule => [rule, {{ enabled: false }}]));
  const options = {{ resultTypes: ['violations'], rules: off, preload: false }};
  const {{ violations }} = await axe.run(nodes.length ? {{ include: nodes }} : document, options);
  const why = node => [...node.none, ...node.all, ...node.any][0].message;
  return {{ violations: violations.map(({{ id, impact, help, helpUrl, nodes }}) => ({{
    id, impact, help, helpUrl, nodes: nodes.map(node => ({{ html: node.html, why: why(node) }})),
  }})) }};
}}"""


def expect(frame: Frame, ui: ChatUI, ignore: Sequence[str], within: Locator | None) -> None:
    """Raises Unexpected where axe finds a violation, UsageError for a rule that it does not have."""
    from axe_playwright_python.sync_playwright import Axe

    ignored = (ignore,) if isinstance(ignore, str) else tuple(ignore)
    if within is not None:
        frame = within.element_handle().owner_frame() or frame
    frame.evaluate(Axe().axe_script)
    looked_at = gather(frame, ui, within)
    found = frame.evaluate(RUN, list(ignored))
    if "unknown" in found:
        raise UsageError(
            f"expect_accessible cannot ignore {found['unknown'][0]!r}: axe has no such rule",
            expected="rules of axe: " + ", ".join(found["rules"]),
            seen=f"ignore={ignored!r}",
        )
    if violations := found["violations"]:
        raise Unexpected(
            f"the chat is not accessible: {', '.join(v['id'] for v in violations)}",
            expected=f"no violation of a rule of axe in {looked_at}",
            seen="\n".join(line for violation in violations for line in told(violation)),
            where=frame.url,
            fix=f'mend the page, or leave the rule out: expect_accessible(ignore=["{violations[0]["id"]}"])',
        )


def gather(frame: Frame, ui: ChatUI, within: Locator | None) -> str:
    """Note in the page what axe is to look at, and say it: `within`, else the chat's parts, else the page."""
    if within is not None:
        within.evaluate_all(GATHER)
        return "the given element"
    log = frame.get_by_role("log")
    transcript = log.or_(ui.user_message(frame)).or_(ui.reply(frame))
    more = [find(frame) for find in (ui.card, ui.suggestions, ui.error, ui.send) if find]
    if transcript.evaluate_all(GATHER) and ui.composer(frame).evaluate_all(GATHER_FORMS):
        for locator in more:
            locator.evaluate_all(GATHER)
        return "the transcript, the composer, cards and suggestions"
    frame.evaluate(f"() => {{ delete {NODES}; }}")
    return "the page"


def told(violation: dict[str, Any]) -> Iterator[str]:
    """A violation in lines: rule, impact and what axe says; each element and why; where to read about it."""
    yield f"{violation['id']} ({violation['impact']}): {violation['help']}"
    nodes = violation["nodes"]
    for node in nodes[:MOST]:
        html = " ".join(node["html"].split())
        yield f"  {html if len(html) <= LONGEST else html[:LONGEST] + ' ...'}: {node['why']}"
    if len(nodes) > MOST:
        yield f"  and {len(nodes) - MOST} more"
    yield f"  {violation['helpUrl']}"
