"""Configuration of a model."""

from dataclasses import dataclass


@dataclass
class ModelConfig:
    """Sizes and switches of a model."""

    hidden_size: int = 1024
    num_layers: int = 24
    num_experts: int = 8
    top_k: int = 2
    capacity_factor: float = 1.25
    layernorm_eps: float = 1e-5
    params_dtype: str = "bf16"
    recompute_experts: bool = False

    def __post_init__(self):
        if self.top_k > self.num_experts:
            raise ValueError(f"top_k ({self.top_k}) exceeds num_experts ({self.num_experts})")
