import asyncio
import os
import shlex
import subprocess
from subprocess import check_output


def variables(path, command):
    os.system("rm -r " + path)  # expect: shell-command-from-variable
    subprocess.run(f"ls {path}", shell=True)  # expect: shell-command-from-variable
    check_output(command, shell=True)  # expect: shell-command-from-variable
    os.system("ls %s" % path)  # expect: shell-command-from-variable


def constants():
    os.system("nvidia-smi")  # silent: a literal
    subprocess.run("nvidia-smi | head", shell=True)  # silent: a literal, the shell is wanted
    command = "hostname -f"
    return subprocess.check_output(command, shell=True)  # silent: the name holds a literal


def quoted(path):
    os.system("rm -r " + shlex.quote(path))  # silent: the only variable part is quoted
    # silent: quoted inside of an f-string
    subprocess.run(f"ls {shlex.quote(path)} | wc -l", shell=True)
    # silent: a whole list of arguments, quoted
    subprocess.run(shlex.join(["ls", path]), shell=True)
    # silent: literals side by side
    os.system("nvidia-smi " "--query-gpu=name")


def no_shell(path, options):
    subprocess.run(["ls", path])  # silent: no shell
    subprocess.run(path, shell=False)  # silent: no shell, and it says so
    subprocess.run(path, **options)  # silent: whether there is a shell is not known


class Runner:
    def system(self, text):
        return self.system(text)  # silent: not the system of os


async def in_the_background(path):
    await asyncio.create_subprocess_shell("du -s " + path)  # expect: shell-command-from-variable


def waived(command):
    # silent: somebody decided so
    os.system(command)  # nosec B605
