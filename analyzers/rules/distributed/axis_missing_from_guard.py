def shard(model, mesh, dims):
    if dims.dp_shard_enabled:  # expect: axis-missing-from-guard
        apply_fsdp(model, mesh["dp_cp"] if dims.cp_enabled else mesh["dp"])


def modes(model, mesh, dims):
    if dims.dp_shard_enabled or dims.dp_replicate_enabled:  # expect: axis-missing-from-guard
        if dims.dp_replicate_enabled:
            names = ("dp_replicate", "dp_shard_cp")
        else:
            names = ("dp_shard_cp",)
        model = data_parallel(model, mesh[names])
    return model


def metrics(loss, mesh, dims):
    if dims.dp_enabled:  # expect: axis-missing-from-guard
        return dist_mean(loss, mesh["dp_cp"])
    return loss.item()


def all_axes(model, mesh, dims):
    if dims.dp_shard_enabled or dims.cp_enabled:  # silent: names every axis
        apply_fsdp(model, mesh["dp_shard_cp"])


def property_of_both(loss, mesh, dims):
    if dims.dp_cp_enabled:  # silent: one property for both
        return dist_mean(loss, mesh["dp_cp"])
    return loss


def other_arm(model, mesh, dims):
    if dims.dp_shard_enabled:  # silent: CP alone has an arm of its own
        apply_fsdp(model, mesh["dp_shard_cp"])
    elif dims.cp_enabled:
        apply_ddp(model, mesh["cp"])


def name_only(mesh, dims):
    if dims.dp_shard_enabled:  # silent: picks a name, and nothing runs
        return mesh["dp_shard_cp"]
    return mesh["cp"]


def plain(model, mesh, dims):
    if dims.dp_replicate_enabled:  # silent: the mesh has no other axis
        apply_ddp(model, mesh["dp_replicate"])


def two_dimensions(model, mesh, dims):
    if dims.dp_shard_enabled:  # silent: CP is no part of this mesh
        apply_fsdp(model, mesh["dp_replicate", "dp_shard"])


def other_condition(model, mesh, dims):
    if dims.dp_shard_enabled and model.is_large:  # silent: asks for something else, too
        apply_fsdp(model, mesh["dp_shard_cp"])
