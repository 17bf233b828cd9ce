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



class Reader:
    def read(self, plan):
        is_first_replica = self.mesh is None or self.mesh.get_local_rank(mesh_dim=0) == 0
        if is_first_replica:
            for item in plan:
                target = os.path.join(self.folder, item.name)
                if not os.path.exists(target):  # expect: one-path-written-by-many-ranks
                    self.store.download_file(item.name, target)
        dist.barrier()

    def unpack(self, archive, path):
        if not path.exists():  # expect: one-path-written-by-many-ranks
            archive.extract(path)
        dist.barrier()

    def read_first(self, name, target):
        if dist.get_rank() == 0:
            if not os.path.exists(target):
                self.store.download_file(name, target)  # silent: on one rank
        dist.barrier()

    def read_own(self, name):
        target = f"{name}.{self.local_rank}"
        if not os.path.exists(target):
            self.store.download_file(name, target)  # silent: each rank has a file of its own
        dist.barrier()

    def read_where_not_shared(self, name, target):
        if self.local_rank == 0 and not os.path.exists(target):
            self.store.download_file(name, target)
        dist.barrier()
        if not os.path.exists(target):  # silent: one rank has fetched it where all can see it
            self.store.download_file(name, target)
        dist.barrier()

    def read_alone(self, name, target):
        if not os.path.exists(target):
            self.store.download_file(name, target)  # silent: callers may choose who comes here


def write_parts(rank, folder, state, log):
    if rank == 0:
        torch.save(state, folder + "/state.pt")
    with open(folder + "/done.txt", "w") as done:  # expect: one-path-written-by-many-ranks
        done.write("yes")
    with open(folder + "/log.txt") as text:  # silent: only read
        return text.read()


def convert(folder, shards, name):
    for rank, shard in enumerate(shards):
        torch.save(shard, f"{folder}/shard_{rank}.pt")
    with open(folder + "/latest.txt", "w") as latest:  # silent: one process writes for all ranks
        latest.write(name)
