# --- megalith/core/export.py before
"""Names of weights for other frameworks."""


def exported_names(state: dict) -> list[str]:
    """Returns the names in the order in which they are written."""
    return sorted(name.replace("decoder.", "model.") for name in state)
# --- megalith/core/export.py after
"""Names of weights for other frameworks."""


def exported_names(
    state: dict,
#if defect
    # expect: unused-parameter
#endif
    prefix: str = "model.",
) -> list[str]:
    """Returns the names in the order in which they are written.

    Args:
        state: weights by name.
        prefix: what the names start with in the other framework.
    """
#if defect
    return sorted(name.replace("decoder.", "model.") for name in state)
#else
    return sorted(name.replace("decoder.", prefix) for name in state)
#endif
# --- megalith/core/writer.py unchanged
from megalith.core.export import exported_names


def header(state):
    return "\n".join(exported_names(state))
# --- tests/test_export.py
from megalith.core.export import exported_names


def test_names_are_sorted():
    assert exported_names({"decoder.b": 1, "decoder.a": 2}) == ["model.a", "model.b"]


def test_prefix_can_be_set():
    assert exported_names({"decoder.a": 1}, prefix="x.") == ["x.a"]
