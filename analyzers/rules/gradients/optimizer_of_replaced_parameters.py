import torch
from peft import get_peft_model
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import fully_shard
from torchvision import models


def new_head(batches):
    model = models.resnet18()
    optimizer = torch.optim.AdamW(model.parameters())  # expect: optimizer-of-replaced-parameters
    model.fc = nn.Linear(512, 10)
    for batch in batches:
        model(batch).sum().backward()
        optimizer.step()
        optimizer.zero_grad()


def wrapped(batches):
    model = models.resnet18().cuda()
    optimizer = torch.optim.AdamW(model.parameters())  # expect: optimizer-of-replaced-parameters
    model = FSDP(model)
    for batch in batches:
        model(batch).sum().backward()
        optimizer.step()
        optimizer.zero_grad()


def sharded(batch):
    model = models.resnet18()
    optimizer = torch.optim.AdamW(model.parameters())  # expect: optimizer-of-replaced-parameters
    fully_shard(model)
    model(batch).sum().backward()
    optimizer.step()


def right_order(batch):
    model = models.resnet18()
    model.fc = nn.Linear(512, 10)
    fully_shard(model)
    optimizer = torch.optim.AdamW(model.parameters())  # silent: made after both
    model(batch).sum().backward()
    optimizer.step()


def same_parameters(batch):
    model = models.resnet18()
    optimizer = torch.optim.AdamW(model.parameters())  # silent: the parameters stay the same objects
    model = torch.compile(model.half().cuda())
    model(batch).sum().backward()
    optimizer.step()


def kept_parameters(batch):
    model = models.resnet18()
    optimizer = torch.optim.AdamW(model.parameters())  # silent: use_orig_params
    model = FSDP(model, use_orig_params=True)
    model(batch).sum().backward()
    optimizer.step()


def made_again(batch):
    model = models.resnet18()
    optimizer = torch.optim.AdamW(model.parameters())  # silent: another one steps
    model.fc = nn.Linear(512, 10)
    optimizer = torch.optim.AdamW(model.parameters())
    model(batch).sum().backward()
    optimizer.step()


def of_another_model(batch):
    model, teacher = models.resnet18(), models.resnet34()
    optimizer = torch.optim.AdamW(model.parameters())  # silent: the teacher gets the head
    teacher.fc = nn.Linear(512, 10)
    model(batch).sum().backward()
    optimizer.step()


def handed_over(batch, trainer):
    model = models.resnet18()
    optimizer = torch.optim.AdamW(model.parameters())  # silent: the trainer has the optimizer
    model.fc = nn.Linear(512, 10)
    trainer.attach(optimizer)
    optimizer.step()
