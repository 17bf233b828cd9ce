import torch
import torch.distributed as dist
from megatron.core.tensor_parallel import all_to_all


class ForgetsTheWayBack:
    def dispatch_tokens(self, tokens, probs):
        return all_to_all(self.ep_group, tokens, self.output_splits, self.input_splits)

    def combine_tokens(self, tokens):
        # expect: expert-token-split-mismatch
        return all_to_all(self.ep_group, tokens, self.output_splits, self.input_splits)


class SwapsByName:
    def permute_and_exchange(self, tokens):
        out = torch.empty(sum(self.output_splits), tokens.shape[1])
        dist.all_to_all_single(  # expect: expert-token-split-mismatch
            out,
            tokens,
            output_split_sizes=self.input_splits,
            input_split_sizes=self.output_splits,
            group=self.ep_group,
        )
        return out


class SameTwice:
    def preprocess(self, routing_map):
        self.splits = routing_map.sum(dim=0).tolist()
        self.sizes = [self.capacity] * self.ep_size

    def token_dispatch(self, tokens, out):
        # expect: expert-token-split-mismatch
        dist.all_to_all_single(out, tokens, self.splits, self.splits, group=self.ep_group)
        return out

    def padded_dispatch(self, tokens, out):
        # silent: every rank gets the same number of tokens
        dist.all_to_all_single(out, tokens, self.sizes, self.sizes, group=self.ep_group)
        return out


class Right:
    def dispatch(self, tokens):
        return all_to_all(self.ep_group, tokens, self.output_splits, self.input_splits)

    def dispatch_probs(self, probs):
        # silent: probabilities go the same way as tokens
        return all_to_all(self.ep_group, probs, self.output_splits, self.input_splits)

    def combine(self, tokens):
        # silent: the way back
        return all_to_all(self.ep_group, tokens, self.input_splits, self.output_splits)


class SwapsFirst:
    def dispatch(self, tokens):
        return all_to_all(self.ep_group, tokens, self.output_splits, self.input_splits)

    def combine(self, tokens):
        self.input_splits, self.output_splits = self.output_splits, self.input_splits
        # silent: swapped in the line before
        return all_to_all(self.ep_group, tokens, self.output_splits, self.input_splits)


class EvenSplits:
    def dispatch(self, tokens, out):
        dist.all_to_all_single(out, tokens, group=self.ep_group)  # silent: even splits
        return out

    def combine(self, tokens, out, sizes):
        # silent: the caller gives sizes for both ways
        dist.all_to_all_single(out, tokens, sizes, sizes, group=self.ep_group)
        return out


class Heads:
    def exchange(self, x, out):
        self.parts = x.sizes()
        # silent: peers may well hold the same parts where nothing is routed
        dist.all_to_all_single(out, x, self.parts, self.parts)
        return out
