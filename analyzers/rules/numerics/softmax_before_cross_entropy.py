import torch
import torch.nn.functional as F
from torch import nn
from torch.nn import CrossEntropyLoss


def direct(scores, labels):
    good = F.cross_entropy(scores, labels)
    bad = F.cross_entropy(F.softmax(scores, dim=-1), labels)  # expect: softmax-before-cross-entropy
    return good + bad


def through_a_local(scores, labels):
    probabilities = scores.softmax(-1)
    # expect: softmax-before-cross-entropy
    return F.cross_entropy(probabilities, labels)


def rebound(scores, labels):
    x = scores.softmax(-1)
    print(x)
    x = scores
    return F.cross_entropy(x, labels)


def only_sometimes(scores, labels, flag):
    x = scores
    if flag:
        x = scores.softmax(-1)
    return F.cross_entropy(x, labels)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.loss = CrossEntropyLoss()
        self.other = nn.KLDivLoss()

    def forward(self, x, y):
        # expect: softmax-before-cross-entropy
        a = self.loss(torch.log_softmax(x, -1), y)
        b = self.other(torch.log_softmax(x, -1), y)
        return a + b


def shadowed(F, scores, labels):
    return F.cross_entropy(F.softmax(scores), labels)


def plain_nll(scores, labels):
    return F.nll_loss(F.log_softmax(scores, dim=-1), labels)
