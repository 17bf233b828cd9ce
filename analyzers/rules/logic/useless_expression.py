import contextlib

import pytest


def check(out, ref, optimizer, step):
    out.shape == ref.shape  # expect: useless-expression
    optimizer.zero_grad  # expect: useless-expression
    step + 1  # expect: useless-expression
    step  # expect: useless-expression
    (step < 10)  # expect: useless-expression
    return out


class Layer:
    """A docstring is no statement."""  # silent: docstring

    def stub(self): ...  # silent: a place to be filled

    def forward(self, x, logger, first, second):
        logger and logger.info("forward")  # silent: ends in a call
        first >> second  # silent: draws a graph
        x.relu_()  # silent: a call
        self.norm(x).weight  # silent: somebody is called
        [group.wait() for group in x]  # silent: a list for the calls in it
        x.lazy_weight  # noqa: B018  # silent: on purpose, says the comment
        return x


def test_missing_attribute(config):
    with pytest.raises(AttributeError):
        config.missing  # silent: what is tested
    with contextlib.suppress(NameError):
        config < 3  # silent: may raise


def has_weights(module):
    try:
        module.weight  # silent: asks whether it is there
    except AttributeError:
        return False
    return True
