import os
import subprocess


def launch(arguments):
    env = dict(os.environ)
    env["CUDA_DEVICE_MAX_CONNECTIONS"] = "1"  # expect: fsdp-with-one-device-connection
    command = ["torchrun", "pretrain_gpt.py", "--use-megatron-fsdp", *arguments]
    subprocess.run(command, env=env, check=True)


def launch_with_dictionary(arguments):
    subprocess.run(
        ["torchrun", "pretrain_gpt.py", "--use-torch-fsdp2", *arguments],
        # expect: fsdp-with-one-device-connection
        env={"CUDA_DEVICE_MAX_CONNECTIONS": "1", "NCCL_DEBUG": "WARN"},
        check=True,
    )


def configure(make):
    os.environ.setdefault("CUDA_DEVICE_MAX_CONNECTIONS", "1")  # expect: fsdp-with-one-device-connection
    return make(use_megatron_fsdp=True)


def more_connections(arguments):
    env = {"CUDA_DEVICE_MAX_CONNECTIONS": "8"}  # silent: more than one
    subprocess.run(["train.py", "--use-megatron-fsdp", *arguments], env=env, check=True)


def without_fsdp(arguments):
    env = {"CUDA_DEVICE_MAX_CONNECTIONS": "1"}  # silent: no FSDP
    subprocess.run(["train.py", "--sequence-parallel", *arguments], env=env, check=True)


def either(arguments, use_fsdp):
    env = {}
    if use_fsdp:
        arguments.append("--use-megatron-fsdp")
    else:
        env["CUDA_DEVICE_MAX_CONNECTIONS"] = "1"  # silent: one or the other
    subprocess.run(["train.py", *arguments], env=env, check=True)


def add_arguments(parser):
    parser.add_argument("--use-megatron-fsdp", action="store_true")
    os.environ["CUDA_DEVICE_MAX_CONNECTIONS"] = "1"  # silent: the flag is only defined


def asks(arguments):
    if "--use-megatron-fsdp" in arguments:
        print("fsdp")
    os.environ["CUDA_DEVICE_MAX_CONNECTIONS"] = "1"  # silent: the flag is only asked for


def off(make):
    os.environ["CUDA_DEVICE_MAX_CONNECTIONS"] = "1"  # silent: turned off
    return make(use_megatron_fsdp=False)
# --- tests/test_launch.py
def test_launch(run):
    # silent: a test
    run(["train.py", "--use-megatron-fsdp"], env={"CUDA_DEVICE_MAX_CONNECTIONS": "1"})
