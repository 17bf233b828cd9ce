# --- serving/request.py before
"""What a client asks for."""

from dataclasses import dataclass, field


@dataclass
class Request:
    """One prompt and how to answer it."""

    prompt: str
    tokens: list = field(default_factory=list)
# --- serving/request.py after
"""What a client asks for."""

from dataclasses import dataclass, field


@dataclass
#if defect
# expect: call-does-not-fit-signature
#endif
class Request:
    """One prompt and how to answer it."""

    prompt: str
#if defect
    priority: int
#endif
    tokens: list = field(default_factory=list)
#if twin
    priority: int = 0
#endif
# --- serving/engine.py unchanged
from serving.request import Request


def make_requests(prompts):
    return [Request(prompt) for prompt in prompts]
# --- serving/warm_up.py unchanged
from serving.request import Request


def warm_up(engine):
    engine.add(Request("hello", tokens=[1, 2]))
