"""APIs of a package that is declared in Python alone."""

import re

from python_declarations import decorator_names, functions_in
from rows import Alias, Row
from signatures import Overload, is_method

# Package -> public modules. Names with an underscore that are wanted, too, stand after a colon; after
# an equals sign stand the only names that are wanted.
PACKAGES = {
    "einops": ["einops", "einops.layers.torch"],
    "triton": ["triton", "triton.language", "triton.language.math", "triton.language.extra.libdevice",
               "triton.language.extra.cuda", "triton.runtime", "triton.testing"],
    "transformer_engine": [
        "transformer_engine.pytorch", "transformer_engine.common.recipe"],
    "flash_attn": ["flash_attn", "flash_attn.flash_attn_interface", "flash_attn.bert_padding",
                   "flash_attn.layers.rotary", "flash_attn.losses.cross_entropy"],
    "megatron": ["megatron.core", "megatron.core.parallel_state", "megatron.core.tensor_parallel",
                 "megatron.core.tensor_parallel.mappings", "megatron.core.tensor_parallel.layers",
                 "megatron.core.tensor_parallel.random", "megatron.core.tensor_parallel.utils",
                 "megatron.core.tensor_parallel.data", "megatron.core.tensor_parallel.cross_entropy",
                 "megatron.core.pipeline_parallel.p2p_communication", "megatron.core.utils",
                 "megatron.core.process_groups_config",
                 "megatron.core.distributed=DistributedDataParallel",
                 "megatron.core.distributed.param_and_grad_buffer=_ParamAndGradBucketGroup",
                 "megatron.training.checkpointing=load_checkpoint,save_checkpoint",
                 "megatron.training.training=print_datetime",
                 "megatron.training.utils=average_losses_across_data_parallel_group,"
                 "logical_and_across_model_parallel_group,reduce_max_stat_across_model_parallel_group"],
}


# What the stub of torch._C declares and torch offers under its own name; the rest is machinery.
OF_C = ("Event", "Generator", "Size", "Stream", "device", "dtype", "finfo", "iinfo", "layout",
        "memory_format")
# What Triton's compiler passes, and no code.
INTERNAL = ("_builder", "_generator", "_semantic")


def overloads_of(nodes, of_class=False):
    overloads = [Overload(node, of_class and is_method(node)) for node in nodes]
    for overload in overloads:
        kept = [p for p in overload.parameters if p[0] not in INTERNAL]
        overload.parameters = kept[:-1] if kept and kept[-1][0] == "*" else kept
    return overloads


def is_function(node):
    names = decorator_names(node)
    return not any(n in ("property", "cached_property", "setter", "contextmanager_property")
                   or n.endswith("property") for n in names)


def methods_of(package, entity, is_public, depth=0):
    """Name -> definitions of the class's own public methods and those of its bases without a name,
    then names of its public bases; "?" for a base that cannot be followed."""
    methods, bases = {}, []
    for name, nodes in functions_in(entity.nodes[0].body).items():
        if not name.startswith("_") and is_function(nodes[0]):
            methods[name] = nodes
    for base in package.bases(entity):
        if isinstance(base, str):
            bases.append(base)
        elif base is None or not base.is_class or depth > 8:
            bases.append("?")
        elif is_public(base):
            bases.append(is_public(base))
        else:
            more, further = methods_of(package, base, is_public, depth + 1)
            methods = {**more, **methods}
            bases += further
    return methods, bases


def class_rows(package, entity, name, is_public):
    """The row of a class and those of its methods."""
    made = overloads_of(package.constructor(entity) or [], True)
    for overload in made:
        overload.result = "object"
    row = Row(name, "class", made, {"python"})
    methods, bases = methods_of(package, entity, is_public)
    if bases:
        row.facts["bases"] = ",".join(dict.fromkeys(bases))
    rows = {name: row}
    for method, nodes in methods.items():
        full = name + "." + method
        rows[full] = Row(full, "method", overloads_of(nodes, True), {"python"})
    return rows


def is_wanted(entity, name):
    """Not machinery of torch._C, nor the classes that there is one of for each dtype."""
    if entity.module == "torch._C":
        return name in OF_C
    return not re.fullmatch(r"torch(\.cuda)?", entity.module) or not re.match(r"\w+Storage(Base)?$", name)


def public_entities(package, modules):
    """[(public name, Entity)], the name that counts first."""
    found = []
    for entry in modules:
        module, mark, names = re.fullmatch(r"([\w.]+)([:=]?)(.*)", entry).groups()
        if not package.tree(module):
            continue
        names = set(names.split(","))
        for name, entity in package.public(module, names).items():
            if is_wanted(entity, name) and (mark != "=" or name in names):
                found.append((module + "." + name, entity))
    # Shorter names count before longer ones, and where a thing is defined before where it is used.
    return sorted(found, key=lambda item: (item[0].count("."), item[0] != item[1].full_name))


def read_package(package, modules):
    """{name: Row or Alias} of one release."""
    entities = public_entities(package, modules)
    names = {}
    for name, entity in entities:
        names.setdefault(entity.full_name, name)
    rows = {}
    for name, entity in entities:
        counted = names[entity.full_name]
        if name == counted:
            if entity.is_class:
                rows.update(class_rows(package, entity, name, lambda e: names.get(e.full_name)))
            else:
                rows[name] = Row(name, "function", overloads_of(entity.nodes), {"python"})
        else:
            rows.setdefault(name, Alias(name, counted))
        if entity.full_name != counted:
            rows.setdefault(entity.full_name, Alias(entity.full_name, counted))
    return rows
