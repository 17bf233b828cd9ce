import torch
import torch.nn.functional as F
from torch import nn


def direct(logits, labels):
    return F.binary_cross_entropy(torch.sigmoid(logits), labels)  # expect: bce-of-sigmoid


def through_a_local(logits, labels, weight):
    scores = logits.squeeze(-1).sigmoid().float()
    accuracy = ((scores > 0.5) == labels).float().mean()
    # expect: bce-of-sigmoid
    loss = F.binary_cross_entropy(scores, labels, weight=weight, reduction="sum")
    return loss, accuracy


class Discriminator(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.head = nn.Linear(hidden, 1)
        self.loss = nn.BCELoss()
        self.stable = nn.BCEWithLogitsLoss()

    def forward(self, hidden, labels):
        logits = self.head(hidden)
        aux = self.stable(logits, labels)  # silent: takes logits
        return aux + self.loss(torch.sigmoid(logits), labels)  # expect: bce-of-sigmoid


def right_function(logits, labels):
    return F.binary_cross_entropy_with_logits(logits, labels)  # silent: takes logits


def probabilities(probs, labels):
    return F.binary_cross_entropy(probs, labels)  # silent: where they come from is not seen


def averaged(logits, labels):
    probs = torch.sigmoid(logits).mean(0)
    return F.binary_cross_entropy(probs, labels)  # silent: a mean of sigmoids has no logits


def rebound(logits, labels):
    probs = torch.sigmoid(logits)
    print(probs.shape)
    probs = logits.softmax(-1)
    return F.binary_cross_entropy(probs, labels)  # silent: another value by now


def own_loss(library, logits, labels):
    return library.binary_cross_entropy(torch.sigmoid(logits), labels)  # silent: not PyTorch's
