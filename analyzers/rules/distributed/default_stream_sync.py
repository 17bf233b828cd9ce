import torch
from torch import cuda


class Reducer:
    def start(self, bucket):
        self.comm_stream.wait_stream(torch.cuda.default_stream())  # expect: default-stream-sync
        with torch.cuda.stream(self.comm_stream):
            bucket.reduce()

    def finish(self):
        cuda.default_stream().wait_stream(self.comm_stream)  # expect: default-stream-sync

    def through_a_local(self):
        main = torch.cuda.default_stream()
        self.comm_stream.wait_stream(main)  # expect: default-stream-sync

    def inside(self, bucket):
        with torch.cuda.stream(self.comm_stream):
            bucket.prepare()
            # expect: default-stream-sync
            self.comm_stream.wait_stream(torch.cuda.default_stream())

    def current(self):
        self.comm_stream.wait_stream(torch.cuda.current_stream())  # silent: the current stream
        torch.cuda.current_stream().wait_stream(self.comm_stream)  # silent: the current stream

    def default_is_current(self):
        with torch.cuda.stream(torch.cuda.default_stream()):
            # silent: the default stream was entered
            self.comm_stream.wait_stream(torch.cuda.default_stream())

    def default_was_set(self):
        torch.cuda.set_stream(torch.cuda.default_stream())
        # silent: the default stream was made current
        self.comm_stream.wait_stream(torch.cuda.default_stream())

    def sometimes_set(self, flag):
        if flag:
            torch.cuda.set_stream(torch.cuda.default_stream())
        self.comm_stream.wait_stream(torch.cuda.default_stream())  # expect: default-stream-sync

    def meant(self):
        # The library launches on the default stream, whatever is current.
        self.comm_stream.wait_stream(torch.cuda.default_stream())  # silent: says why

    def other_uses(self):
        torch.cuda.set_stream(torch.cuda.default_stream())  # silent: no wait
        default = self.pool.default_stream()
        self.comm_stream.wait_stream(default)  # silent: not that of torch.cuda


# --- tests/test_streams.py
import torch


def test_stream(stream):
    stream.wait_stream(torch.cuda.default_stream())  # silent: tests set their streams up
