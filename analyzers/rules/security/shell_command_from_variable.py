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
    os.system("nvidia-smi")
    subprocess.run("nvidia-smi | head", shell=True)
    command = "hostname -f"
    return subprocess.check_output(command, shell=True)


def quoted(path):
    os.system("rm -r " + shlex.quote(path))
    subprocess.run(f"ls {shlex.quote(path)} | wc -l", shell=True)


def no_shell(path, options):
    subprocess.run(["ls", path])
    subprocess.run(path, shell=False)
    subprocess.run(path, **options)


class Runner:
    def system(self, text):
        return self.system(text)
