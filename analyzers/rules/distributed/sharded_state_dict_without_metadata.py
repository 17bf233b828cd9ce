from megatron.core import dist_checkpointing
from megatron.core.dist_checkpointing import load


def restore(model, directory):
    state = model.sharded_state_dict(prefix="model.")  # expect: sharded-state-dict-without-metadata
    return dist_checkpointing.load(state, directory)


def restore_wrapped(models, directory):
    # expect: sharded-state-dict-without-metadata
    state = models[0].module.sharded_state_dict()
    return load(state, directory)


class Block:
    def sharded_state_dict(self, prefix="", sharded_offsets=(), metadata=None):
        state = {}
        for layer in self.layers:
            # expect: sharded-state-dict-without-metadata
            state.update(layer.sharded_state_dict(prefix, sharded_offsets))
        # silent: given by position
        state.update(super().sharded_state_dict(prefix, sharded_offsets, metadata))
        return state


class Wrapper:
    def sharded_state_dict(self, prefix="", *args, **kwargs):
        # silent: all arguments are handed on
        return self.module.sharded_state_dict(prefix, *args, **kwargs)


def restore_with_metadata(model, optimizer, directory):
    metadata = dist_checkpointing.load_content_metadata(directory)
    state = model.sharded_state_dict(metadata=metadata)  # silent: given
    # silent: optimizers take other arguments
    state["optimizer"] = optimizer.sharded_state_dict(state)
    return dist_checkpointing.load(state, directory)


def store(model, directory):
    state = model.sharded_state_dict(prefix="model.")  # silent: a new checkpoint by today's layout
    dist_checkpointing.save(state, directory)


def inspect(model):
    return model.sharded_state_dict().keys()  # silent: nothing is loaded
# --- tests/test_restore.py
from megatron.core import dist_checkpointing


def test_restore(model, directory):
    dist_checkpointing.load(model.sharded_state_dict(), directory)  # silent: a test
