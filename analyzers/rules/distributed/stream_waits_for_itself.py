import torch
from torch.cuda import current_stream


class Offload:
    def copy_out(self, tensor):
        with torch.cuda.stream(self.side):
            # expect: stream-waits-for-itself
            self.side.wait_stream(torch.cuda.current_stream())
            return tensor.to("cpu", non_blocking=True)

    def by_name(self, tensor):
        with torch.no_grad(), torch.cuda.stream(self.side):
            tensor = tensor.detach()
            self.side.wait_stream(self.side)  # expect: stream-waits-for-itself
            return tensor.clone()

    def through_a_local(self, tensor):
        with torch.cuda.stream(self.side):
            outer = current_stream()
            self.side.wait_stream(outer)  # expect: stream-waits-for-itself
            return tensor.clone()

    def other_way_round(self, tensor):
        with torch.cuda.stream(self.side):
            copy = tensor.clone()
            torch.cuda.current_stream().wait_stream(self.side)  # expect: stream-waits-for-itself
        return copy

    def before_entering(self, tensor):
        self.side.wait_stream(torch.cuda.current_stream())  # silent: asked outside
        with torch.cuda.stream(self.side):
            copy = tensor.clone()
        torch.cuda.current_stream().wait_stream(self.side)  # silent: asked outside
        return copy

    def taken_before(self, tensor):
        outer = torch.cuda.current_stream()
        with torch.cuda.stream(self.side):
            self.side.wait_stream(outer)  # silent: the outer stream
            return tensor.clone()

    def another_receiver(self, tensor):
        with torch.cuda.stream(self.side):
            self.other.wait_stream(torch.cuda.current_stream())  # silent: another stream waits
            self.side.wait_stream(self.other)  # silent: for another stream
            return tensor.clone()

    def nested(self, tensor):
        with torch.cuda.stream(self.side):
            with torch.cuda.stream(self.other):
                # silent: the current stream is the inner one
                self.side.wait_stream(torch.cuda.current_stream())
            return tensor.clone()

    def another_device(self, tensor, device):
        with torch.cuda.stream(self.side):
            self.side.wait_stream(torch.cuda.current_stream(device))  # silent: perhaps another GPU
            return tensor.clone()

    def later(self, tensor):
        with torch.cuda.stream(self.side):

            def hook():
                self.side.wait_stream(torch.cuda.current_stream())  # silent: runs elsewhere

            tensor.register_hook(hook)
