import torch
import torch.nn.functional as F
from torch import nn
from torch.nn import CrossEntropyLoss


def direct(scores, labels):
    good = F.cross_entropy(scores, labels)  # silent: takes logits
    bad = F.cross_entropy(F.softmax(scores, dim=-1), labels)  # expect: softmax-before-cross-entropy
    return good + bad


def through_a_local(scores, labels):
    probabilities = scores.softmax(-1)
    # expect: softmax-before-cross-entropy
    return F.cross_entropy(probabilities, labels)


def also_reported(scores, labels):
    probabilities = torch.softmax(scores.float(), -1)
    loss = F.cross_entropy(probabilities, labels)  # expect: softmax-before-cross-entropy
    return loss, probabilities


def wrong_input_of_nll(scores, labels):
    return F.nll_loss(F.softmax(scores, dim=-1), labels)  # expect: softmax-before-cross-entropy


def rebound(scores, labels):
    x = scores.softmax(-1)
    print(x)
    x = scores
    return F.cross_entropy(x, labels)  # silent: another value by now


def only_sometimes(scores, labels, flag):
    x = scores
    if flag:
        x = scores.softmax(-1)
    return F.cross_entropy(x, labels)  # silent: may be the logits


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.loss = CrossEntropyLoss()
        self.other = nn.KLDivLoss()
        self.nll = nn.NLLLoss()

    def forward(self, x, y):
        # expect: softmax-before-cross-entropy
        a = self.loss(torch.log_softmax(x, -1), y)
        b = self.other(torch.log_softmax(x, -1), y)  # silent: wants log-probabilities
        c = self.nll(x.softmax(-1), y)  # expect: softmax-before-cross-entropy
        return a + b + c


def shadowed(F, scores, labels):
    return F.cross_entropy(F.softmax(scores), labels)  # silent: F is a parameter


def plain_nll(scores, labels):
    return F.nll_loss(F.log_softmax(scores, dim=-1), labels)  # silent: as it should be


def soft_targets(student, teacher):
    return F.cross_entropy(student, teacher.softmax(-1))  # silent: the target is a probability
