# --- pkg/layer.py
import torch


class Layer:
    def forward(self, config, args, x):
        # expect: complex-condition
        if config.fused and args.depth > 2 and not self.training or config.slow and x is None:
            return self.fast(x)
        while (
            # expect: complex-condition
            self.queue
            and self.queue.head
            and config.limit
            and (x is None or args.force)
        ):
            self.queue.pop()
        ready = (
            # expect: complex-condition
            args.a and args.b and not (config.c or config.d) and self.open
        )
        return ready

    def one_object(self, config):
        # silent: all about one object
        return config.a and config.b and config.c and config.d and config.e

    def locals(self, a, b, c, d, e):
        return a and b and c and d and e  # silent: no attributes

    def four(self, config, args):
        return config.a and args.b and config.c and args.d  # silent: four operands

    def listed(self, config, args):
        # silent: a list of checks
        return any([config.a and args.b, config.c and args.d, config.e and args.f and self.g])

    def validator(self, config, args):
        # silent: one check for each part
        return all(config.rows) and args.b and config.c and args.d and self.e and args.f

    def is_supported(self, config, args):
        # silent: the function is the name
        return config.a and args.b and config.c and args.d and self.e

    def dtypes(self, x):
        # silent: a module is no object
        return x.a and x.b and x.dtype == torch.half and x.c and x.d
# --- tests/test_layer.py
def test_layer(config, args):
    assert config.a and args.b and config.c and args.d and args.e  # silent: a test
