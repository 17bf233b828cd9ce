from toolbox.spec import build_module, not_none


class Layer:
    def __init__(self, config, submodules):
        self.input_norm = build_module(
            submodules.input_layernorm,
            config=config,
            hidden_size=config.hidden_size,
            eps=config.layernorm_epsilon,
        )
        # expect: norm-without-configured-eps
        self.mlp_norm = build_module(submodules.pre_mlp_layernorm, config=config)
        self.cross_norm = submodules.cross_norm(  # silent: passes it
            config=config, hidden_size=config.hidden_size, eps=config.layernorm_epsilon
        )
        self.final_norm = not_none(submodules.final_layernorm)(  # silent: passes it
            config=config, hidden_size=config.hidden_size, eps=config.layernorm_epsilon
        )
        options = {"eps": config.layernorm_epsilon}
        self.q_norm = submodules.q_layernorm(config, **options)  # silent: may be in the options
        self.mlp = build_module(submodules.mlp, config=config)  # silent: no norm


# --- pkg/single.py
class Encoder:
    def __init__(self, config, submodules):
        # expect: norm-without-configured-eps
        self.norm = submodules.norm(config=config, hidden_size=config.hidden_size)


# --- pkg/wrapped.py
class Block:
    def __init__(self, config, submodules):
        # expect: norm-without-configured-eps
        self.norm = not_none(submodules.layer_norm)(config=config, size=config.hidden_size)
        self.other = submodules.other(config=config)  # silent: no norm


# --- pkg/own_defaults.py
class Block:
    def __init__(self, config, submodules):
        self.first = submodules.first_norm(config=config)  # silent: all norms here do without
        self.second = submodules.second_norm(config=config)  # silent: all norms here do without


# --- tests/test_layer.py
def test_builds(config, submodules):
    norm = submodules.norm(config=config)  # silent: a test
    assert norm is not None
