class Layer:
    def __init__(self, config, layer_number, offset):
        self.layer_number = layer_number + get_layer_offset(config)
        self.attention = Attention(config, layer_number=self.layer_number)
        self.mlp = Mlp(config, layer_number=layer_number)  # expect: local-index-passed-on


class Block:
    def __init__(self, config, layer_idx, start):
        self.layer_idx = start + layer_idx
        self.norm = build(Norm, layer_idx=layer_idx)  # expect: local-index-passed-on


class Expert:
    def place(self, expert_index, first):
        self.expert_index = expert_index + first
        return self.router.add(self, expert_index=expert_index)  # expect: local-index-passed-on


class Right:
    def __init__(self, config, layer_number):
        self.layer_number = layer_number + get_layer_offset(config)
        self.mlp = Mlp(config, layer_number=self.layer_number)  # silent: the global one


class Before:
    def __init__(self, config, layer_number):
        self.mlp = Mlp(config, layer_number=layer_number)  # silent: before the shift
        self.layer_number = layer_number + self.mlp.offset


class ByOne:
    def __init__(self, config, layer_number):
        self.layer_number = layer_number + 1
        self.mlp = Mlp(config, layer_number=layer_number)  # silent: counts from one instead


class ToBase(Right):
    def __init__(self, config, layer_number):
        self.layer_number = layer_number + get_layer_offset(config)
        super().__init__(config, layer_number=layer_number)  # silent: the base shifts it itself


class Rebound:
    def __init__(self, config, layer_number):
        self.layer_number = layer_number + get_layer_offset(config)
        layer_number = self.layer_number
        self.mlp = Mlp(config, layer_number=layer_number)  # silent: the name has the global one


class Other:
    def __init__(self, config, width):
        self.width = width + config.padding
        self.mlp = Mlp(config, width=width)  # silent: no index
