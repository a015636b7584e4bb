"""What is sent to a chat model: the body of one request. Pure."""

import json
from typing import Any

from evals.models.ports import Prompt

PREFLIGHT = Prompt(
    name="preflight",
    system="This is a test of the connection. Give the label ready, as JSON.",
    user="Are you there?",
    schema={
        "type": "object",
        "properties": {"label": {"type": "string", "enum": ["ready"]}},
        "required": ["label"],
        "additionalProperties": False,
    },
)


def chat_body(model: str, prompt: Prompt, refused: frozenset[str]) -> dict[str, Any]:
    """The request, on the first rung of json_schema, json_object, plain words that is not refused."""
    system = prompt.system
    body: dict[str, Any] = {"model": model, "temperature": 0, "seed": 7}
    if "json_schema" not in refused:
        schema = {"name": prompt.name, "strict": True, "schema": dict(prompt.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    else:
        system += (
            f"\n\nAnswer with one JSON object of this schema and nothing else:\n{json.dumps(prompt.schema)}"
        )
        if "json_object" not in refused:
            body["response_format"] = {"type": "json_object"}
    said = (("system", system), ("user", prompt.user))
    body["messages"] = [{"role": role, "content": sendable(text)} for role, text in said]
    return {name: value for name, value in body.items() if name not in refused}


def sendable(text: str) -> str:
    """Half an emoji (a lone surrogate) cannot be sent as UTF-8 and becomes U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
