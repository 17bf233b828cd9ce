import transformer_engine
import transformer_engine.pytorch as te
from megatron.core import parallel_state
from pkg.casts import fp8_autocast as own_autocast
from transformer_engine.common.recipe import DelayedScaling, MXFP8BlockScaling
from transformer_engine.pytorch import fp8_autocast


def imported(layer, x):
    recipe = DelayedScaling(margin=0)
    with fp8_autocast(enabled=True, fp8_recipe=recipe):  # expect: fp8-autocast-without-group
        return layer(x)


def by_alias(layer, x, margin):
    recipe = DelayedScaling(margin=margin)
    context = te.fp8_autocast(enabled=True, fp8_recipe=recipe)  # expect: fp8-autocast-without-group
    with context:
        return layer(x)


def by_attribute(layer, x):
    recipe = transformer_engine.common.recipe.DelayedScaling()
    # expect: fp8-autocast-without-group
    with transformer_engine.pytorch.fp8_autocast(True, fp8_recipe=recipe):
        return layer(x)


def with_group(layer, x):
    recipe = DelayedScaling(margin=0)
    group = parallel_state.get_amax_reduction_group()
    with fp8_autocast(enabled=True, fp8_recipe=recipe, fp8_group=group):  # silent: has its group
        return layer(x)


def turned_off(layer, x):
    recipe = DelayedScaling(margin=0)
    with fp8_autocast(enabled=False, fp8_recipe=recipe):  # silent: does nothing
        return layer(x)


def block_scaling(layer, x):
    recipe = MXFP8BlockScaling()
    with fp8_autocast(enabled=True, fp8_recipe=recipe):  # silent: nothing is reduced
        return layer(x)


def local_amax(layer, x):
    recipe = DelayedScaling(margin=0, reduce_amax=False)
    with fp8_autocast(enabled=True, fp8_recipe=recipe):  # silent: each rank for itself
        return layer(x)


def given(layer, x, recipe):
    with fp8_autocast(enabled=True, fp8_recipe=recipe):  # silent: nobody knows the recipe
        return layer(x)


def other_library(layer, x):
    with own_autocast(enabled=True, fp8_recipe=DelayedScaling()):  # silent: a function of its own
        return layer(x)
