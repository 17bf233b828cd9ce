import os

import torch
import torch.distributed as dist


def save(folder, rank, model, rng):
    if rank == 0:
        torch.save(model, os.path.join(folder, "model.pt"))
    torch.save(rng, os.path.join(folder, "rng.pt"))  # expect: one-path-written-by-many-ranks


def save_parts(folder, model, optimizer, scheduler):
    rank = dist.get_rank()
    part = os.path.join(folder, f"optim_{rank}.pt")
    torch.save(optimizer, part)
    torch.save(scheduler, os.path.join(folder, "scheduler.pt"))  # expect: one-path-written-by-many-ranks


class Checkpoint:
    def save(self, folder, state):
        is_first = self.group.rank() == 0
        if is_first:
            torch.save(state.model, folder / "model.pt")
        if state.extra:
            torch.save(state.extra, folder / "extra.pt")  # expect: one-path-written-by-many-ranks

    def both(self, folder, state):
        if self.rank == 0:
            torch.save(state.model, folder / "model.pt")
            torch.save(state.extra, folder / "extra.pt")  # silent: under the same test

    def leaves(self, folder, state):
        if self.rank != 0:
            return
        torch.save(state.model, folder / "model.pt")  # silent: other ranks have left
        torch.save(state.extra, folder / "extra.pt")

    def named(self, folder, state):
        if self.rank == 0:
            torch.save(state.model, folder / "model.pt")
        name = f"extra_{self.rank}.pt"
        torch.save(state.extra, folder / name)  # silent: the rank is in the name

    def alone(self, folder, state):
        torch.save(state.model, folder / "model.pt")  # silent: nothing says that there are ranks
        torch.save(state.extra, folder / "extra.pt")

    def handed_over(self, path, state):
        torch.save(state.model, path)  # silent: the only save, callers may choose the path
