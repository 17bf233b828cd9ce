import os

import torch


def sharpness(param, loss, step):
    old = param.data
    param.data.add_(step)
    value = loss()
    param.data.copy_(old)  # expect: snapshot-without-copy
    return value


def with_scale(self, scale, run):
    before = self.meta["scale"]
    self.meta["scale"].fill_(scale)
    out = run()
    self.meta["scale"].copy_(before)  # expect: snapshot-without-copy
    return out


def with_environment(port, run):
    environment = os.environ
    os.environ["MASTER_PORT"] = port
    run()
    os.environ = environment  # expect: snapshot-without-copy


def with_defaults(config, run):
    saved = config.options
    config.options.update(debug=True)
    run(config)
    config.options = saved  # expect: snapshot-without-copy


def cloned(param, loss, step):
    old = param.data.clone()
    param.data.add_(step)
    value = loss()
    param.data.copy_(old)  # silent: a copy
    return value


def swapped(param, other, run):
    old = param.data
    param.data = other
    run()
    param.data = old  # silent: another tensor took its place, which is gone again


def rebound_inside(config, run):
    saved = config.options
    config.options = dict(saved)
    config.options["debug"] = True
    run(config)
    config.options = saved  # silent: the copy was changed


def number(self, run):
    saved = self.count
    self.count += 1
    run()
    self.count = saved  # silent: a number is not changed in place


def unchanged(param, run):
    old = param.data
    run()
    param.data.copy_(old)  # silent: nothing is changed in place in between


def another(param, other, step):
    old = param.data
    other.data.add_(step)
    param.data.copy_(old)  # silent: something else is changed


def of_each(params, step):
    for param in params:
        old = param.data
        old_norm = old.norm()
        param.data.mul_(step / old_norm)  # silent: nothing is put back
