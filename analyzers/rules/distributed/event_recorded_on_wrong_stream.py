import torch


class Offload:
    def upload(self, params):
        self.h2d.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.h2d):
            for param in params:
                param.device_copy.copy_(param.host_copy, non_blocking=True)
        # expect: event-recorded-on-wrong-stream
        self.d2h.record_event().wait(torch.cuda.current_stream())

    def upload_later(self, params):
        with torch.no_grad(), torch.cuda.stream(self.h2d):
            params.fill_(0)
        # The optimizer waits for it.
        self.ready = self.d2h.record_event()  # expect: event-recorded-on-wrong-stream

    def recorded_where_it_ran(self, params):
        with torch.cuda.stream(self.h2d):
            params.fill_(0)
        self.h2d.record_event().wait(torch.cuda.current_stream())  # silent: the same stream

    def both(self, params, grads):
        with torch.cuda.stream(self.d2h):
            grads.fill_(0)
        with torch.cuda.stream(self.h2d):
            params.fill_(0)
        self.d2h.record_event()  # silent: that stream has work, too

    def joined_otherwise(self, params):
        with torch.cuda.stream(self.h2d):
            params.fill_(0)
        self.d2h.record_event()  # silent: the work is joined below
        torch.cuda.current_stream().wait_stream(self.h2d)

    def order_for_next_time(self, params, compute):
        with torch.cuda.stream(self.h2d):
            params.fill_(0)
        compute.record_event().wait(self.h2d)  # silent: the side stream is to wait

    def current(self, params):
        with torch.cuda.stream(self.h2d):
            params.fill_(0)
        torch.cuda.current_stream().record_event()  # silent: orders what comes
        main = torch.cuda.current_stream()
        return main.record_event()  # silent: not right behind the block


def locals_only(copy_stream, compute_stream, tensor):
    with torch.cuda.stream(copy_stream):
        tensor.fill_(0)
    event = compute_stream.record_event()  # expect: event-recorded-on-wrong-stream
    return event


# --- tests/test_offload.py
import torch


def test_offload(a, b, tensor):
    with torch.cuda.stream(a):
        tensor.fill_(0)
    b.record_event()  # silent: a test
