"""Training loop."""

import argparse
import logging

import torch

from loom import parallel
from loom.checkpoint import save_checkpoint
from loom.config import ModelConfig
from loom.loss import vocab_parallel_cross_entropy
from loom.moe import MoELayer

logger = logging.getLogger(__name__)


def parse_arguments():
    """Flags of a run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--hidden-size", type=int, default=1024, help="width of the model")
    parser.add_argument("--num-experts", type=int, default=8, help="experts of each layer")
    parser.add_argument("--steps", type=int, default=1000, help="optimizer steps")
    parser.add_argument(
        "--recompute-experts", action="store_true", help="compute experts again in backward"
    )
    parser.add_argument("--save", default="", help="file for the checkpoint")
    return parser.parse_args()


def build_model(config: ModelConfig):
    """A stack of layers."""
    return torch.nn.Sequential(
        *(MoELayer(config, parallel.get_expert_group()) for _ in range(config.num_layers))
    )


def clip_gradients(parameters, max_norm: float = 1.0) -> float:
    """Scales gradients down to a norm; returns the norm before."""
    gradients = [p.grad for p in parameters if p.grad is not None]
    norm = torch.linalg.vector_norm(torch.stack([g.norm() for g in gradients]))
    scale = max_norm / (norm + 1e-6)
    if scale < 1.0:
        for gradient in gradients:
            gradient.mul_(scale)
    return float(norm)


def train_step(model, head, optimizer, batch):
    """One optimizer step; returns the loss."""
    optimizer.zero_grad()
    logits = head(model(batch["hidden"]))
    loss = vocab_parallel_cross_entropy(
        logits, batch["target"], parallel.get_tensor_group()
    ).mean()
    loss.backward()
    clip_gradients(model.parameters())
    optimizer.step()
    return loss.detach()


def main():
    """Entry point."""
    arguments = parse_arguments()
    config = ModelConfig(
        hidden_size=arguments.hidden_size,
        num_experts=arguments.num_experts,
        recompute_experts=arguments.recompute_experts,
    )
    model = build_model(config)
    head = torch.nn.Linear(config.hidden_size, 32000, bias=False)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    for step in range(arguments.steps):
        batch = {
            "hidden": torch.randn(64, config.hidden_size),
            "target": torch.randint(0, 32000, (64,)),
        }
        loss = train_step(model, head, optimizer, batch)
        if step % 100 == 0:
            logger.info("step %d loss %.3f", step, loss.item())
    if arguments.save:
        save_checkpoint(arguments.save, model, optimizer, arguments.steps)


if __name__ == "__main__":
    main()
