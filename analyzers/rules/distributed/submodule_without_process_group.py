from megatron.core.tensor_parallel import ColumnParallelLinear, RowParallelLinear
from megatron.core.transformer.spec_utils import build_module


class Attention:
    def __init__(self, config, submodules, pg_collection, options):
        self.linear_q = build_module(submodules.linear_q, config=config, tp_group=pg_collection.tp)
        self.linear_kv = build_module(submodules.linear_kv, config=config, tp_group=pg_collection.tp)
        # expect: submodule-without-process-group
        self.linear_proj = build_module(submodules.linear_proj, config=config, bias=False)
        # silent: a norm does not communicate
        self.q_layernorm = build_module(submodules.q_layernorm, config=config)
        # silent: gets its groups otherwise
        self.core_attention = build_module(submodules.core_attention, config=config)
        # silent: may be among the options
        self.gate = build_module(submodules.gate, config=config, **options)
        # silent: takes no configuration at all
        self.scale = build_module(submodules.scale, size=1)


class Mlp:
    def __init__(self, config, tp_group, ep_group):
        self.up = ColumnParallelLinear(4, 8, config=config, tp_group=tp_group)
        self.down = RowParallelLinear(8, 4, config=config, tp_group=tp_group)
        self.router = RowParallelLinear(8, 1, config=config)  # expect: submodule-without-process-group


class Block:
    def __init__(self, config, spec, pgs):
        # expect: submodule-without-process-group
        self.mixer = build_module(spec.mixer, config=config, layer_number=1)
        self.mlp = build_module(spec.mlp, config=config, pg_collection=pgs)
        self.attention = build_module(spec.attention, config=config, pg_collection=pgs.inner)


class OneSibling:
    def __init__(self, config, spec, tp_group):
        self.a = build_module(spec.a, config=config, tp_group=tp_group)
        self.b = build_module(spec.b, config=config)  # silent: one sibling makes no custom


class NoGroups:
    def __init__(self, config, spec):
        self.a = build_module(spec.a, config=config)  # silent: no sibling gets a group
        self.b = build_module(spec.b, config=config)
        self.c = build_module(spec.c, config=config)


class Later:
    def build(self, config, spec, tp_group):
        self.a = build_module(spec.a, config=config, tp_group=tp_group)
        self.b = build_module(spec.b, config=config, tp_group=tp_group)
        self.c = build_module(spec.c, config=config)  # silent: not the constructor


class Mixed:
    def __init__(self, config, spec, pgs):
        self.core = build_module(spec.core, config=config, pg_collection=pgs)
        self.q = build_module(spec.q, config=config, tp_group=pgs.tp)
        self.k = build_module(spec.k, config=config, tp_group=pgs.tp)
        self.v = build_module(spec.v, config=config)  # expect: submodule-without-process-group
