# === A dataclass: the last value that decides is the place.
# --- pkg/config.py
from dataclasses import dataclass, field
from enum import Enum

import torch


class Backend(Enum):
    flash = 1
    local = 2


@dataclass
class ParallelConfig:
    tensor_parallel: int = 1
    sequence_parallel: bool = False
    backend: Backend = Backend.flash
    dtype: torch.dtype = torch.float32
    stages: int = 1
    layers_per_stage: list = field(default_factory=list)
    seed: int = None

    def __post_init__(self):
        if self.seed is None:
            self.seed = 1234
        if self.sequence_parallel and self.tensor_parallel == 1:
            raise ValueError("sequence_parallel requires tensor_parallel > 1")
        self._check_dtype()
        if self.layers_per_stage and len(self.layers_per_stage) != self.stages:
            raise ValueError("one entry for each stage")
        assert self.stages in (1, 2, 4), "stages must be 1, 2 or 4"

    def _check_dtype(self):
        if self.backend == Backend.flash:
            assert self.dtype in (torch.float32, torch.bfloat16), "flash needs bf16"


@dataclass
class TrainConfig(ParallelConfig):
    offload: bool = False

    def __post_init__(self):
        super().__post_init__()
        if self.offload:
            self.stages = 1
        if self.stages > 1 and not self.sequence_parallel:
            raise ValueError("stages need sequence_parallel")
# --- pkg/recipes.py
import torch

from pkg.config import Backend, ParallelConfig, TrainConfig

STAGES = 3


def alone():
    return ParallelConfig(sequence_parallel=True)  # expect: refused-configuration


def by_constant():
    return ParallelConfig(
        tensor_parallel=2,
        stages=STAGES,  # expect: refused-configuration
    )


def by_method():
    return ParallelConfig(dtype=torch.float16)  # expect: refused-configuration


def by_length():
    return ParallelConfig(stages=2, layers_per_stage=[4, 4, 2])  # expect: refused-configuration


def inherited():
    return TrainConfig(tensor_parallel=2, stages=2)  # expect: refused-configuration


def by_default(stages: int = 8):
    return ParallelConfig(stages=stages)  # expect: refused-configuration


def fits():
    return ParallelConfig(tensor_parallel=2, sequence_parallel=True)  # silent: what it requires is given


def local():
    return ParallelConfig(backend=Backend.local, dtype=torch.half)  # silent: another backend


def unknown(size):
    return ParallelConfig(tensor_parallel=size, sequence_parallel=True)  # silent: nobody knows the size


def more(**others):
    return ParallelConfig(sequence_parallel=True, **others)  # silent: the others may make it fit


def changed():
    return TrainConfig(stages=2, offload=True)  # silent: the validation itself changes the value


def tried():
    try:
        return ParallelConfig(stages=3)  # silent: the caller is ready for it
    except ValueError:
        return ParallelConfig()


def filled(all_layers):
    layers = []
    for layer in all_layers:
        layers.append(layer)
    return ParallelConfig(stages=2, layers_per_stage=layers)  # silent: the list is filled


def rebound(stages: int = 8):
    stages = min(stages, 4)
    return ParallelConfig(stages=stages)  # silent: not the default
# === A command line: what the recipe gives, and the defaults of the parser.
# --- train/arguments.py unchanged
import argparse
import os


def add_arguments(parser):
    parser.add_argument("--num-layers", type=int, default=None)
    parser.add_argument("--num-experts", type=int, default=None)
    parser.add_argument("--pipeline-stages", type=int, default=1)
    parser.add_argument("--micro-batch", type=int, default=None)
    parser.add_argument("--bf16", action="store_true")
    parser.add_argument("--fp8", choices=["e4m3", "hybrid"], default=None)
    parser.add_argument("--no-untie", action="store_false", dest="untie")
    parser.add_argument("--recompute", type=str, default=None)
    parser.add_argument("--modules", nargs="+", type=str, default=[])
    parser.add_argument("--save", type=str, default=None)
    return parser


def parse_args():
    parser = add_arguments(argparse.ArgumentParser())
    args = parser.parse_args()
    args.world_size = int(os.environ.get("WORLD_SIZE", "1"))
    validate(args)
    return args


def validate(args):
    if args.pipeline_stages is None:
        args.pipeline_stages = 1
    assert args.world_size % args.pipeline_stages == 0
    assert args.num_layers % args.pipeline_stages == 0, "layers must be divisible by stages"
    if args.fp8 is not None and not args.bf16:
        raise ValueError("--fp8 requires --bf16")
    if args.recompute == "full" and args.modules:
        raise ValueError("--modules goes with selective recomputation")
    if args.num_experts is not None:
        assert args.untie, "experts need untied embeddings"
# --- pretrain.py unchanged
from train.arguments import parse_args

if __name__ == "__main__":
    print(parse_args())
# --- recipes/divisible.sh
#!/bin/bash
STAGES=4
ARGS=(
    --num-layers 30
    --pipeline-stages $STAGES  # expect: refused-configuration
    --micro-batch 2
    --bf16  # a comment
    --save $1
)
torchrun --nproc-per-node 8 pretrain.py \
    ${ARGS[@]} \
    --recompute selective
# --- recipes/case.yaml
# silent: nothing of this is an option
NAME: case
MODEL_ARGS:
  --num-layers: 32
  --micro-batch: 4
  --save: ${SAVE}
  --fp8: hybrid  # expect: refused-configuration
  --recompute: selective
# --- recipes/experts.yaml
MODEL_ARGS:
  --num-layers: 32
  --micro-batch: 4
  --num-experts: 8
  --no-untie: true  # expect: refused-configuration
  --bf16: true
# --- recipes/fits.yaml
MODEL_ARGS:
  --num-layers: 32
  --micro-batch: 4
  --fp8: hybrid  # silent: it has what it requires
  --bf16: true
  --recompute: selective
# --- recipes/open.sh
torchrun pretrain.py --num-layers 32 --micro-batch 4 --fp8 hybrid --recompute full --save x "$@"  # silent: the caller may add --bf16
# --- recipes/conditional.sh
ARGS="--num-layers 32 --micro-batch 4 --fp8 hybrid --recompute full --save x"
if [ -n "$BF16" ]; then
  ARGS+=" --bf16"  # silent: it may be there
fi
torchrun pretrain.py $ARGS
# === A configuration that is made of the parsed arguments.
# --- train/config.py unchanged
from dataclasses import dataclass


@dataclass
class LayerConfig:
    width: int = 8
    heads: int = 2
    depth: int = 1
    is_gated: bool = False

    def __post_init__(self):
        if self.width % self.heads:
            raise ValueError("width must be divisible by heads")
        if self.is_gated and self.depth < 2:
            raise ValueError("gates need two layers")
# --- train/arguments.py unchanged
import argparse
import dataclasses

from train.config import LayerConfig


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--width", type=int, default=8)
    parser.add_argument("--heads", type=int, default=2)
    parser.add_argument("--depth", type=int, default=1)
    parser.add_argument("--gated", action="store_true")
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--rate", type=float, default=0.1)
    args = parser.parse_args()
    assert args.width > 0
    assert args.heads > 0
    assert args.depth > 0
    assert args.steps > 0
    assert args.rate > 0
    return args


def config_from_args(args, config_class=None):
    config_class = config_class or LayerConfig
    options = {}
    for f in dataclasses.fields(config_class):
        if hasattr(args, f.name):
            options[f.name] = getattr(args, f.name)
    options["is_gated"] = args.gated
    return config_class(**options)
# --- recipes/narrow.yaml
ARGS:
  --width: 32
  --depth: 4
  --steps: 100
  --rate: 0.01
  --heads: 12  # expect: refused-configuration
# --- recipes/gated.yaml
ARGS:
  --width: 32
  --heads: 4
  --steps: 100
  --rate: 0.01
  --gated: true  # expect: refused-configuration
# --- recipes/deep.yaml
ARGS:
  --width: 32
  --heads: 4
  --depth: 2
  --steps: 100
  --gated: true  # silent: there are two layers
