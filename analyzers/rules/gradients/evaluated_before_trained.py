import torch
from torch import nn
from torch.nn.utils import spectral_norm


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = spectral_norm(nn.Linear(8, 1))

    def forward(self, x):
        return self.head(x)


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        return self.head(x)


class Parametrised(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.utils.parametrizations.spectral_norm(nn.Linear(8, 1))

    def forward(self, x):
        return self.head(x)


def at_once(x):
    critic = Critic().cuda()
    critic = critic.eval()
    return critic(x)  # expect: evaluated-before-trained


def check(net, x):
    net.eval()
    with torch.no_grad():
        print(net(x))


def train(model, opt, batches):
    model.train()
    for batch in batches:
        opt.zero_grad()
        model(batch).sum().backward()
        opt.step()


def checked_first(x, batches):
    critic = Critic()
    optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
    for epoch in range(3):
        check(critic, x)  # expect: evaluated-before-trained
        train(critic, optimizer, batches)


def by_train(x):
    critic = Critic()
    critic.train(False)
    print(critic(x))  # expect: evaluated-before-trained
    critic.train()
    critic(x)


def warmed_up(x):
    critic = Critic()
    critic(x)  # silent: the first pass is one in train mode
    critic.eval()
    return critic(x)


def loaded(x, state):
    other = Critic()
    other.load_state_dict(state)
    other.eval()
    return other(x)  # silent: a checkpoint has the vectors


def without_norm(x):
    plain = Plain()
    plain.eval()
    return plain(x)  # silent: no spectral norm


def parametrised(x):
    critic = Parametrised()
    critic.eval()
    return critic(x)  # silent: it iterates when it is made


def in_train_mode(x):
    critic = Critic()
    critic.eval()
    critic.train()
    return critic(x)  # silent: train mode


def handed_over(x, trainer):
    critic = Critic()
    trainer.fit(critic)
    critic.eval()
    return critic(x)  # silent: somebody trains it
