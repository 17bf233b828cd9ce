# --- pkg/states.py
import random

import numpy as np
import torch


def save_random_states(path):
    states = {}
    states["python_seed"] = random.getstate()
    states["numpy_seed"] = np.random.get_state()
    if torch.cuda.is_available():
        states["cuda_seed"] = torch.cuda.get_rng_state_all()
    else:
        states["other_seed"] = torch.xpu.get_rng_state_all()
    states["written_by"] = "pkg"  # silent: no state
    torch.save(states, path)


def load_random_states(path):
    states = torch.load(path)
    random.setstate(states["python_seed"])
    np.random.set_state(states["numpy_seed"])
    if "cuda_seed" in states:
        # expect: saved-state-never-loaded
        torch.cuda.set_rng_state_all(states["cuda_seed"])


class Trainer:
    def state_dict(self):
        return {
            "optimizer_part": self.optimizer.state_dict(),
            "schedule_part": self.schedule.state_dict(),
            "sampler_part": self.sampler.state_dict(),
            "step": self.step,
        }

    def load_state_dict(self, state):
        self.optimizer.load_state_dict(state["optimizer_part"])
        # expect: saved-state-never-loaded
        self.schedule.load_state_dict(state["schedule_part"])
        self.step = state["step"]


class Loader:
    def get_state(self):
        return {
            "order_state": self.order.state_dict(),
            "workers_state": self.workers.state_dict(),
            "shuffle_state": self.shuffle.get_state(),
        }

    def set_state(self, state):
        self.order.load_state_dict(state["order_state"])
        # expect: saved-state-never-loaded
        self.workers.load_state_dict(state.get("workers_state"))


class Sampler:
    def advance(self):
        self.consumed += 1
        self.epoch += 1

    def state_dict(self):
        return {
            "epoch": self.epoch,
            "consumed": self.consumed,
            "size": self.size,  # silent: nobody counts it up
        }

    def load_state_dict(self, state):
        if "epoch" in state:
            self.epoch = state["epoch"]  # expect: saved-state-never-loaded


class Wrapped:
    def advance(self):
        self.turn += 1
        self.round += 1

    def state_dict(self):
        return {"turn": self.turn, "round": self.round}  # silent: handed on as a whole

    def load_state_dict(self, state):
        self.turn = state["turn"]
        restore(self, state)


def save_parts(parts, path):
    states = {"first_state": parts[0].state_dict(), "second_state": parts[1].state_dict()}
    states["third_state"] = parts[2].state_dict()  # silent: the reader goes through all
    torch.save(states, path)


def load_parts(parts, path):
    for part, state in zip(parts, torch.load(path).values()):
        part.load_state_dict(state)


def save_for_export(model, optimizer, schedule, path):
    states = {"export_model": model.state_dict(), "export_schedule": schedule.state_dict()}
    states["export_optimizer"] = optimizer.state_dict()  # silent: another function reads it
    torch.save(states, path)


def load_for_export(model, schedule, path):
    states = torch.load(path)
    model.load_state_dict(states["export_model"])
    schedule.load_state_dict(states["export_schedule"])


def continue_training(optimizer, states):
    optimizer.load_state_dict(states["export_optimizer"])


def save_one(model, ema, path):
    # silent: without a function that loads them
    torch.save({"one_model": model.state_dict(), "one_ema": ema.state_dict()}, path)
