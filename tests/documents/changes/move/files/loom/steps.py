"""One step of training."""

import torch

from loom import parallel
from loom.loss import vocab_parallel_cross_entropy


def clip_gradients(parameters, max_norm: float = 1.0) -> float:
    """Scales gradients down to a norm; returns the norm before."""
    gradients = [p.grad for p in parameters if p.grad is not None]
    norm = torch.linalg.vector_norm(torch.stack([g.norm() for g in gradients]))
    scale = max_norm / (norm + 1e-6)
    if scale < 1.0:
        for gradient in gradients:
            gradient.mul_(scale)
    return float(norm)


def run_step(model, head, optimizer, batch):
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
