from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp._fully_shard._fsdp_common import FSDPMeshInfo
from torch.distributed.tensor import DTensor, Replicate, Shard, distribute_tensor


def one_of_two(x):
    mesh = init_device_mesh("cuda", (2, 4), mesh_dim_names=("dp_replicate", "dp_shard"))
    return distribute_tensor(x, mesh, [Shard(0)])  # expect: placements-do-not-fit-mesh


def two_of_one(x):
    mesh = init_device_mesh("cuda", (8,), mesh_dim_names=("tp",))
    placements = (Replicate(), Shard(1))
    # expect: placements-do-not-fit-mesh
    return DTensor.from_local(x, mesh, placements, run_check=False)


def hybrid(world, replicas):
    if replicas > 1:
        mesh = init_device_mesh(
            "cuda", (replicas, world // replicas), mesh_dim_names=("dp_replicate", "dp_shard")
        )
    else:
        mesh = init_device_mesh("cuda", (world,), mesh_dim_names=("dp_shard",))
    return FSDPMeshInfo(mesh=mesh, shard_mesh_dim=0)  # expect: placements-do-not-fit-mesh


def part(x):
    mesh = init_device_mesh("cuda", (2, 4), mesh_dim_names=("dp", "tp"))
    return distribute_tensor(x, mesh["tp"], [Shard(0)])  # silent: one dimension of it


def both(x):
    mesh = init_device_mesh("cuda", (2, 4), mesh_dim_names=("dp", "tp"))
    return distribute_tensor(x, mesh, [Replicate(), Shard(0)])  # silent: one for each


def computed(x):
    mesh = init_device_mesh("cuda", (2, 4), mesh_dim_names=("dp", "tp"))
    return distribute_tensor(x, mesh, [Replicate()] * 2)  # silent: computed


def asked(x, mesh):
    if mesh.ndim == 1:
        return distribute_tensor(x, mesh, [Shard(0)])  # silent: asks for the dimensions
    return distribute_tensor(x, mesh, [Replicate(), Shard(0)])


def handed_over(x, mesh):
    return distribute_tensor(x, mesh, [Shard(0)])  # silent: nobody knows the mesh


def spread(x, rest):
    mesh = init_device_mesh("cuda", (2, 4), mesh_dim_names=("dp", "tp"))
    return distribute_tensor(x, mesh, [Replicate(), *rest])  # silent: the rest is unknown
