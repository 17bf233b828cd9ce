import os
from os import environ

USE_FUSED = bool(os.getenv("USE_FUSED", "0"))  # expect: environment-variable-as-bool
DETERMINISTIC = bool(environ.get("DETERMINISTIC"))  # expect: environment-variable-as-bool
STRICT = bool(os.environ["STRICT_CHECKS"])  # expect: environment-variable-as-bool
FAST = int(os.getenv("FAST", "0"))  # silent: a number
OFFLINE = os.getenv("OFFLINE", "0") == "1"  # silent: compares
WITH_INT = bool(int(os.getenv("WITH_INT", "0")))  # silent: bool of a number


def build(args):
    if os.getenv("DISABLE_FUSION", "False"):  # expect: environment-variable-as-bool
        return 1
    flag = os.environ.get("OVERLAP", "0")
    if args.tp > 1 and flag:  # expect: environment-variable-as-bool
        return 2
    if not os.environ.get("OVERLAP", "off"):  # expect: environment-variable-as-bool
        return 3
    return 0


def presence(args):
    if os.getenv("MASTER_ADDR"):  # silent: asks whether it is set
        return 1
    if bool(os.getenv("SLURM_JOB_ID")):  # silent: a name that is set or not
        return 2
    if os.getenv("CUDA_DEVICE_MAX_CONNECTIONS", "1") != "1":  # silent: compares
        return 3
    level = os.getenv("LOG_LEVEL", "0")
    if args.debug and int(level):  # silent: a number
        return 4
    if args.get("FUSED", "0"):  # silent: not the environment
        return 5
    tag = os.getenv("TAG", "")
    if tag:  # silent: an empty default is false
        return 6
    return level
