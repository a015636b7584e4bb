"""The page's own fetch behaves under the watcher as it does without it."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager

import pytest
from playwright.sync_api import Page
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from pages.scripts import watch
from tests.pages.product import on_a_free_port

CASES = {
    "text": """
        const r = await fetch('/stream'); return [await r.text(), r.bodyUsed];""",
    "json of a stream": """
        return (await fetch('/lines')).json();""",
    "json": """
        return (await fetch('/json')).json();""",
    "blob": """
        return (await (await fetch('/stream')).blob()).type;""",
    "head lines": """
        const r = await fetch('/stream'), { status, statusText, ok, type } = r; await r.text();
        return [status, statusText, ok, type, r.headers.get('x-mine')];""",
    "url": """
        const r = await fetch('/moved'); await r.text(); return [new URL(r.url).pathname, r.redirected];""",
    "clone": """
        const r = await fetch('/stream'), c = r.clone();
        return [await r.text(), await c.text(), c.url === r.url, c.type, c.redirected];""",
    "clone of a clone": """
        const r = (await fetch('/moved')).clone().clone();
        return [await r.text(), new URL(r.url).pathname, r.redirected];""",
    "read twice": """
        const r = await fetch('/stream'); await r.text(); return r.text().catch(e => e.name);""",
    "kinds": """
        const r = await fetch('/stream'), kinds = [r instanceof Response, r.body instanceof ReadableStream];
        await r.text(); return kinds;""",
    "pipe through": """
        const r = await fetch('/stream'), reader = r.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let text = '';;) {
          const { done, value } = await reader.read();
          if (done) return text;
          text += value;
        }""",
    "tee": """
        const [a, b] = (await fetch('/stream')).body.tee();
        return [await new Response(a).text(), await new Response(b).text()];""",
    "into a buffer of one's own": """
        const reader = (await fetch('/stream')).body.getReader({ mode: 'byob' }), decoder = new TextDecoder();
        for (let text = '';;) {
          const { done, value } = await reader.read(new Uint8Array(3));
          if (done) return [text, value.length];
          text += decoder.decode(value, { stream: true });
        }""",
    "cancel": """
        const r = await fetch('/endless'), reader = r.body.getReader();
        await reader.read(); await reader.cancel('enough');
        return [(await reader.read()).done, r.bodyUsed];""",
    "abort while reading": """
        const c = new AbortController(), r = await fetch('/endless', { signal: c.signal });
        const reader = r.body.getReader();
        await reader.read(); c.abort();
        return reader.read().catch(e => [e.name, e instanceof DOMException]);""",
    "abort for a reason": """
        const c = new AbortController(), r = await fetch(new Request('/endless', { signal: c.signal }));
        const reader = r.body.getReader();
        await reader.read(); c.abort(new RangeError('mine'));
        return reader.read().catch(e => e.name);""",
    "abort before the answer": """
        const c = new AbortController(), asked = fetch('/endless', { signal: c.signal });
        c.abort(); return asked.catch(e => e.name);""",
    "no body": """
        const r = await fetch('/nothing'); return [r.status, await r.text()];""",
    "head": """
        const r = await fetch('/stream', { method: 'HEAD' }); return [r.status, await r.text()];""",
    "request object": """
        return (await fetch(new Request('/echo', { method: 'POST', body: 'sent' }))).text();""",
    "opaque": """
        const r = await fetch(other + '/stream', { mode: 'no-cors' });
        return [r.type, r.status, r.url, r.body];""",
    "nobody there": """
        return fetch('http://127.0.0.1:1/').catch(e => e.name);""",
    "a wrong call": """
        return fetch().catch(e => e.name);""",
    "called without window": """
        const f = fetch; return (await f('/json')).status;""",
}
EXPECTED = {
    "text": ["one two", True],
    "json of a stream": {"n": 1},
    "json": {"n": 1},
    "blob": "text/plain; charset=utf-8",
    "head lines": [202, "Accepted", True, "basic", "yes"],
    "url": ["/stream", True],
    "clone": ["one two", "one two", True, "basic", False],
    "clone of a clone": ["one two", "/stream", True],
    "read twice": "TypeError",
    "kinds": [True, True],
    "pipe through": "one two",
    "tee": ["one two", "one two"],
    "into a buffer of one's own": ["one two", 0],
    "cancel": [True, True],
    "abort while reading": ["AbortError", True],
    "abort for a reason": "RangeError",
    "abort before the answer": "AbortError",
    "no body": [204, ""],
    "head": [202, ""],
    "request object": "sent",
    "opaque": ["opaque", 0, "", None],
    "nobody there": "TypeError",
    "a wrong call": "TypeError",
    "called without window": 200,
}
RUN = """async ([body, other]) => {
  try { return await new Function('other', `return (async () => {${body}})()`)(other); }
  catch (error) { return `raised ${error}`; }
}"""


async def words() -> AsyncIterator[str]:
    for word in ("one", " ", "two"):
        yield word


async def endless() -> AsyncIterator[str]:
    while True:
        yield "more "
        await asyncio.sleep(0.05)


async def stream(_: Request) -> Response:
    return StreamingResponse(words(), status_code=202, media_type="text/plain", headers={"x-mine": "yes"})


async def never_ending(_: Request) -> Response:
    return StreamingResponse(endless(), media_type="text/event-stream")


async def lines(_: Request) -> Response:
    async def one() -> AsyncIterator[str]:
        yield json.dumps({"n": 1})

    return StreamingResponse(one(), media_type="application/x-ndjson")


async def echo(request: Request) -> Response:
    return Response(await request.body(), media_type="text/plain")


async def blank(_: Request) -> Response:
    return HTMLResponse("<!doctype html><title>x</title>")


async def plain_json(_: Request) -> Response:
    return JSONResponse({"n": 1})


async def moved(_: Request) -> Response:
    return RedirectResponse("/stream")


async def nothing(_: Request) -> Response:
    return Response(status_code=204, media_type="text/plain")


def server() -> AbstractContextManager[str]:
    return on_a_free_port(
        Starlette(
            routes=[
                Route("/", blank),
                Route("/stream", stream),
                Route("/endless", never_ending),
                Route("/lines", lines),
                Route("/json", plain_json),
                Route("/echo", echo, methods=["POST"]),
                Route("/moved", moved),
                Route("/nothing", nothing),
            ]
        )
    )


@pytest.fixture(scope="module")
def urls() -> Iterator[tuple[str, str]]:
    """The page's own server, and one of another origin."""
    with server() as own, server() as other:
        yield own, other


@pytest.mark.parametrize("watched", [False, True], ids=["alone", "watched"])
def test_fetch_behaves_as_ever(page: Page, urls: tuple[str, str], watched: bool) -> None:
    if watched:
        watch(page)
    own, other = urls
    page.goto(own)
    assert {name: page.evaluate(RUN, [body, other]) for name, body in CASES.items()} == EXPECTED
