"""The server: records every request, plays the script, and every fault."""

import json
import re
import socket
import struct
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.model_server.faults import Canned, Fault, canned, error, spoiled
from tests.model_server.script import Request, Rule, Where, obeyed, ruling, vector

GATHERING_S = 20.0
"""How long a request waits for the others that a test expects at the same time."""


class ModelServer:
    """One service with one key. All methods may be called while it runs."""

    def __init__(self, *, obedient: bool = False) -> None:
        self.key = "sk-scripted-4f1c9a7e2b"
        self.obedient = obedient
        self.requests: list[Request] = []
        self.most_at_once = 0
        self.connections = 0
        self.problems: list[str] = []
        self.stopping = threading.Event()
        self._rules: list[Rule] = []
        self._faults: list[Fault | None] = []
        self._refused: dict[str, Canned] = {}
        self._gathering: threading.Barrier | None = None
        self._at_once = 0
        self._lock = threading.Lock()
        self._answered = threading.Condition(self._lock)
        self._http = Listener(self)
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    @property
    def environ(self) -> dict[str, str]:
        """What a process needs in its environment to reach this server."""
        return {"OPENAI_BASE_URL": self.url, "OPENAI_API_KEY": self.key}

    def answer(
        self,
        pattern: str,
        label: str,
        *,
        reason: str = "The script says so.",
        where: Where = "inside",
        times: int | None = None,
    ) -> None:
        """Where the prompt matches `pattern` and offers this label, give it. The first rule that fits counts.

        Without a rule the answer is the last label offered: wrong, or no.
        """
        rule = Rule(pattern=re.compile(pattern), content=ruling(label, reason), where=where, times=times)
        self._rules.append(replace(rule, label=label))

    def say(self, pattern: str, content: str, *, where: Where = "inside", times: int | None = None) -> None:
        """Where the prompt matches `pattern`, say exactly `content`."""
        self._rules.append(Rule(pattern=re.compile(pattern), content=content, where=where, times=times))

    def call(self, pattern: str, name: str, arguments: Mapping[str, Any], *, times: int = 1) -> None:
        """Where the conversation matches `pattern`, want a tool used."""
        tool = (name, arguments)
        made = Rule(pattern=re.compile(pattern), content="", where="anywhere", times=times, tool=tool)
        self._rules.append(made)

    def fail(self, fault: Fault, times: int = 1, *, after: int = 0) -> None:
        """The next `times` requests meet this fault, after `after` that do not."""
        with self._lock:
            self._faults += [None] * after + [fault] * times

    def refuse(self, name: str, *, status: int = 400, message: str = "", param: bool = True) -> None:
        """Refuse a parameter, or a type of response_format, with an error that names it."""
        shown = "response_format" if name.startswith("json_") else name
        text = message or f"Unsupported parameter: '{shown}' is not supported with this model."
        body = {"error": {"message": text, "param": shown if param else None, "code": None}}
        self._refused[name] = Canned(status=status, body=json.dumps(body).encode())

    def gather(self, count: int) -> None:
        """Hold the coming requests until `count` of them are there at the same time."""
        self._gathering = threading.Barrier(count)

    def wait_for(self, count: int) -> None:
        """Wait until so many requests have come and been decided."""
        with self._answered:
            met = self._answered.wait_for(lambda: len(self.requests) - self._at_once >= count, GATHERING_S)
        assert met, f"{count} requests did not come"

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        if self.stopping.is_set():
            return
        self.stopping.set()
        self._http.shutdown()
        self._http.hang_up()
        self._http.server_close()
        self._thread.join()

    def respond(self, request: Request) -> Canned | Fault:
        """The response to a request; of the faults only those that are none."""
        with self._lock:
            self.requests.append(request)
            fault = self._faults.pop(0) if self._faults else None
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            if self._gathering is not None:
                self._gathering.wait(GATHERING_S)
            return self._response(request, fault)
        except threading.BrokenBarrierError:
            return error(400, "the requests that this test expects at the same time did not come")
        finally:
            with self._answered:
                self._at_once -= 1
                self._answered.notify_all()

    def _response(self, request: Request, fault: Fault | None) -> Canned | Fault:
        if fault in (Fault.RESET, Fault.CUT, Fault.SILENCE):
            return fault
        if fault is not None and (response := canned(fault, self.key)):
            return response
        if request.headers.get("authorization") != f"Bearer {self.key}":
            return error(401, "Incorrect API key provided.", "invalid_api_key")
        form = (request.body.get("response_format") or {}).get("type")
        for name, refusal in self._refused.items():
            if name in request.body or name == form:
                return refusal
        answers = {"/v1/chat/completions": self._chat, "/v1/embeddings": embeddings, "/v1/models": models}
        if request.path not in answers:
            return error(404, f"There is nothing at {request.path}.")
        body = spoiled(fault, answers[request.path](request))
        if request.body.get("stream"):
            return streamed(body, ended=fault is not Fault.HALF_STREAM)
        return Canned(status=200, body=json.dumps(body).encode())

    def _chat(self, request: Request) -> dict[str, Any]:
        message = {"role": "assistant", **self._message(request)}
        finish = "tool_calls" if "tool_calls" in message else "stop"
        choice = {"index": 0, "message": message, "finish_reason": finish}
        return {"object": "chat.completion", "model": request.body["model"], "choices": [choice]}

    def _message(self, request: Request) -> dict[str, Any]:
        if self.obedient and (label := obeyed(request)):
            return {"content": ruling(label, "I was told so.")}
        with self._lock:
            rule = next((rule for rule in self._rules if rule.takes(request)), None)
        if rule and rule.tool:
            return {"content": None, "tool_calls": [tool_call(*rule.tool)]}
        if rule:
            return {"content": rule.content}
        reason = "No rule of the script matches."
        return {"content": ruling(request.labels[-1] if request.labels else "no", reason)}


def tool_call(name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"index": 0, "id": f"call_{name}", "type": "function", "function": function}


def streamed(answer: Mapping[str, Any], *, ended: bool) -> Canned:
    """The answer as a stream of chunks (server-sent events), the text word by word."""
    choice = answer["choices"][0]
    message, finish = choice["message"], choice["finish_reason"]
    pieces = re.findall(r"\s*\S+\s*", message["content"] or "")
    deltas = [{"role": "assistant"}, *({"content": piece} for piece in pieces)]
    deltas += [{"tool_calls": message["tool_calls"]}] if "tool_calls" in message else []
    told = [(delta, None) for delta in deltas] + ([({}, finish)] if ended else [])
    chunks = [
        {
            "id": "chunk",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": answer["model"],
            "choices": [{"index": 0, "delta": delta, "finish_reason": reason}],
        }
        for delta, reason in told
    ]
    frames = [*map(json.dumps, chunks), *(["[DONE]"] if ended else [])]
    body = "".join(f"data: {frame}\n\n" for frame in frames).encode()
    return Canned(status=200, body=body, content_type="text/event-stream")


def embeddings(request: Request) -> dict[str, Any]:
    texts = request.body["input"]
    data = [{"object": "embedding", "index": n, "embedding": vector(text)} for n, text in enumerate(texts)]
    return {"object": "list", "model": request.body["model"], "data": data}


def models(_: Request) -> dict[str, Any]:
    return {"object": "list", "data": [{"id": "scripted", "object": "model"}]}


class Listener(ThreadingHTTPServer):
    """Knows its open connections, so that it can hang up."""

    daemon_threads = False  # so that closing waits for every thread
    request_queue_size = 64

    def __init__(self, model: ModelServer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.model = model
        self.open: set[socket.socket] = set()

    def hang_up(self) -> None:
        for connection in list(self.open):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # the other side was faster

    def handle_error(self, _request: object, _address: object) -> None:
        problem = sys.exception()
        if not isinstance(problem, ConnectionError):
            self.model.problems.append(repr(problem))


class Handler(BaseHTTPRequestHandler):
    """Reads a request, writes the response, or plays dead."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # headers and body in one piece, else each answer takes 40 ms
    server: Listener

    def setup(self) -> None:
        super().setup()
        self.server.open.add(self.connection)
        self.server.model.connections += 1

    def finish(self) -> None:
        self.server.open.discard(self.connection)
        super().finish()

    def log_message(self, *_: object) -> None:
        """Keep quiet."""

    def do_GET(self) -> None:
        self.do_POST()

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = json.loads(text) if text else {}
        request = Request(path=self.path, headers=headers, body=body, arrived_s=time.monotonic())
        match self.server.model.respond(request):
            case Canned() as response:
                self.write(response, len(response.body))
            case Fault.CUT:
                self.write(Canned(status=200, body=b'{"choices": ['), 1000)
                self.close_connection = True
            case Fault.SILENCE:
                self.server.model.stopping.wait()
                self.close_connection = True
            case Fault.RESET:
                self.reset()

    def write(self, response: Canned, length: int) -> None:
        self.send_response(response.status)
        self.send_header("content-type", response.content_type)
        self.send_header("content-length", str(length))
        for name, value in response.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(response.body)

    def reset(self) -> None:
        """Close with unsent data thrown away, which the other side sees as a reset."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True
