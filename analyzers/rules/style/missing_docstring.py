# --- .pylintrc unchanged
[MAIN]
disable=all
enable=C0115,C0116
# --- .pre-commit-config.yaml unchanged
repos:
- repo: https://example.org/pylint
  hooks:
  - id: pylint
    files: ^engine/core/.*
# --- engine/core/router.py before
class Router:
    """Sends tokens to experts."""

    def route(self, tokens):
        scores = self.gate(tokens)
        scores = scores.float()
        best = scores.topk(2)
        return best
# --- engine/core/router.py after
class Router:
    """Sends tokens to experts."""

    def route(self, tokens):  # silent: it was there before
        scores = self.gate(tokens)
        scores = scores.float()
        best = scores.topk(2)
        return best

    def drop(self, tokens, capacity):  # expect: missing-docstring
        kept = tokens[:capacity]
        lost = tokens[capacity:]
        self.lost += len(lost)
        return kept

    def _refill(self, tokens):  # silent: private
        kept = tokens
        kept = kept + self.spare
        self.spare = []
        return kept

    def size(self):  # silent: shorter than a docstring is worth
        return self._size


class CapacityRouter(Router):  # expect: missing-docstring
    def drop(self, tokens, capacity):  # silent: overrides what has its documentation
        kept = tokens[: 2 * capacity]
        self.lost += len(tokens) - len(kept)
        self.calls += 1
        return kept


def balance(counts, total):  # expect: missing-docstring
    def share(count):  # silent: local
        value = count / total
        value = min(value, 1.0)
        value = max(value, 0.0)
        return value

    return [share(count) for count in counts]


def spread(counts):
    """Returns how uneven the experts are."""  # silent: documented
    low = min(counts)
    high = max(counts)
    return high - low


def gather_all(counts):  # pylint: disable=missing-function-docstring  # silent: waived
    result = []
    for count in counts:
        result.append(count)
    return result
# --- engine/training/loop.py
def run(steps):  # silent: the hook does not look here
    for step in range(steps):
        train(step)
        log(step)
    return steps
# --- tests/core/test_router.py
def test_route(router):  # silent: a test
    tokens = make()
    result = router.route(tokens)
    check(result)
    assert result
