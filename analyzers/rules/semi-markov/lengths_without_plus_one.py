import torch

from pkg.models import SemiMarkov


class Head(torch.nn.Module):
    def exact_nll(self, scores, lengths, gold):
        edge = self._build_edge_tensor(scores, lengths)
        model = SemiMarkov(self.semiring)
        # expect: lengths-without-plus-one
        log_z, _ = model.logpartition(edge, lengths=lengths, use_linear_scan=True)
        return log_z - gold

    def exact_marginals(self, scores, lengths):
        model = SemiMarkov(self.semiring)
        edge = self._build_edge_tensor(scores, lengths)
        good = model.marginals(edge, lengths=lengths + 1)  # silent: counts one more
        bad = model.marginals(edge, lengths=lengths)  # expect: lengths-without-plus-one
        return good, bad


def with_factory(model: SemiMarkov, batch, T, K, C, lengths):
    edge = torch.randn(batch, T, K, C, C)
    model.logpartition(edge, lengths=lengths)  # expect: lengths-without-plus-one
    short = torch.randn(batch, T - 1, K, C, C)
    model.logpartition(short, lengths=lengths)  # silent: one row fewer than positions
    boundaries = lengths + 1
    model.logpartition(edge, lengths=boundaries)  # silent: defined as one more
    full = torch.full((batch,), T + 1)
    model.logpartition(edge, lengths=full)  # silent: made one more
    flat = torch.randn(batch, T, K, C)
    model.logpartition(flat, lengths=lengths)  # silent: no edges over pairs of labels


def unknown(model: SemiMarkov, edge, lengths):
    return model.logpartition(edge, lengths=lengths)  # silent: nobody sees where the edges come from
# --- pkg/linear.py
def nll(model, scores, lengths):
    edge = model.build_edge_tensor(scores)
    return model.logpartition(edge, lengths=lengths)  # silent: another kind of model
