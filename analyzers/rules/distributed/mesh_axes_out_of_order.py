import torch
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh

AXES = ("tp", "pp")


def make(sizes, dp, tp):
    init_device_mesh("cuda", (tp, dp), mesh_dim_names=("tp", "dp"))  # expect: mesh-axes-out-of-order
    init_device_mesh(
        "cuda",
        sizes,
        mesh_dim_names=["dp_replicate", "tp", "dp_shard"],  # expect: mesh-axes-out-of-order
    )
    ranks = torch.arange(dp * tp).view(tp, dp)
    return DeviceMesh("cuda", ranks, mesh_dim_names=("tp", "dp"))  # expect: mesh-axes-out-of-order


def right(sizes, names, dp, tp):
    init_device_mesh("cuda", (dp, tp), mesh_dim_names=("dp", "tp"))  # silent: tp is the innermost
    init_device_mesh("cuda", sizes, mesh_dim_names=names)  # silent: who knows
    init_device_mesh("cuda", sizes, mesh_dim_names=("tp", "ep"))  # silent: both inside of a node
    init_device_mesh("cuda", (tp,), mesh_dim_names=("tp",))  # silent: one axis
    ranks = torch.arange(dp * tp).view(dp, tp).transpose(0, 1)
    return DeviceMesh("cuda", ranks, mesh_dim_names=("tp", "dp"))  # silent: the ranks are neighbours


def in_use(sizes, device):
    dims, names = [], []
    for size, name in zip(
        sizes,
        ["pp", "tp", "dp"],  # expect: mesh-axes-out-of-order
    ):
        if size > 1:
            dims.append(size)
            names.append(name)
    return init_device_mesh(device, dims, mesh_dim_names=tuple(names))


def in_use_and_right(sizes, device):
    dims = []
    names = []
    for size, name in zip(sizes, ["pp", "dp", "tp"]):  # silent: tp is the innermost
        if size > 1:
            dims.append(size)
            names.append(name)
    return init_device_mesh(device, dims, mesh_dim_names=names)


def put_in_front(sizes, device, names):
    for name in ("tp", "dp"):  # silent: others are appended, too
        names.append(name)
    names.append("pp")
    return init_device_mesh(device, sizes, mesh_dim_names=names)
