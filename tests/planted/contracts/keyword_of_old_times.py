# --- layers/specs.py unchanged
"""How layers are put together."""


def expert_spec(num_experts=None, use_grouped_gemm=False):
    """The spec of a layer of experts."""
    return num_experts, use_grouped_gemm
# --- layers/__init__.py unchanged
from .specs import expert_spec
# --- examples/vision/model.py before
from layers import expert_spec


def build(num_experts):
    return expert_spec(num_experts=num_experts)
# --- examples/vision/model.py after
from layers import expert_spec


def build(num_experts, grouped):
    return expert_spec(
        num_experts=num_experts,
        use_grouped_gemm=grouped,
#if defect
        legacy_kernels=False,  # expect: call-does-not-fit-signature
#endif
    )
