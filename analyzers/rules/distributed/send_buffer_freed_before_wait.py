from pipeline.helpers import deallocate_output_tensor, wait_all


def warmup(comm, steps, config, run):
    previous = None
    for step in range(steps):
        output = run(step)
        received, handles = comm.send_forward_recv_forward(
            output, recv_prev=step > 0, overlap_p2p_comm=True
        )
        if previous is not None:
            previous.wait()
        previous = handles.pop("send_next")
        deallocate_output_tensor(output, config.free)  # expect: send-buffer-freed-before-wait
    return received


def ignored(comm, output):
    comm.send_forward(output, overlap_p2p_comm=True)
    deallocate_output_tensor(output, True)  # expect: send-buffer-freed-before-wait


def by_keyword(comm, output, shape):
    _, handles = comm.send_forward_recv_forward(
        output_tensor=output, tensor_shape=shape, overlap_p2p_comm=True
    )
    if shape is not None:
        deallocate_output_tensor(output)  # expect: send-buffer-freed-before-wait
    return handles


def freed_again(comm, output, last):
    handles = comm.send_forward(output, overlap_p2p_comm=True)
    if last:
        deallocate_output_tensor(output)  # expect: send-buffer-freed-before-wait
    deallocate_output_tensor(output)  # silent: the same send, once is enough
    return handles


def waits_when_it_frees(comm, steps, config, run):
    previous = None
    for step in range(steps):
        output = run(step)
        _, handles = comm.send_forward_recv_forward(output, overlap_p2p_comm=True)
        if previous is not None:
            previous.wait()
        previous = handles.pop("send_next")
        if previous is not None and config.free:
            previous.wait()
            previous = None
        deallocate_output_tensor(output, config.free)  # silent: waits on the derived handle


def waits_for_all(comm, output):
    _, handles = comm.send_forward_recv_forward(output, overlap_p2p_comm=True)
    for handle in handles.values():
        handle.wait()
    deallocate_output_tensor(output, True)  # silent: all handles are done


def other_wait_method(comm, output):
    request = comm.send_forward(output, overlap_p2p_comm=True)
    request.wait_until_sent()
    deallocate_output_tensor(output, True)  # silent: any method that waits


def helper_waits(comm, output):
    handles = comm.send_forward(output, overlap_p2p_comm=True)
    wait_all(handles)
    deallocate_output_tensor(output, True)  # silent: a helper waits


def synchronous(comm, output, overlap):
    comm.send_forward(output, overlap_p2p_comm=False)
    deallocate_output_tensor(output, True)  # silent: no overlap
    comm.send_forward(output, overlap_p2p_comm=overlap)
    deallocate_output_tensor(output, True)  # silent: perhaps no overlap


def another_branch(comm, output, overlap):
    if overlap:
        handles = comm.send_forward(output, overlap_p2p_comm=True)
        return handles
    deallocate_output_tensor(output, True)  # silent: the send returned
    return None


def another_tensor(comm, output, other, run):
    handles = comm.send_forward(output, overlap_p2p_comm=True)
    deallocate_output_tensor(other, True)  # silent: not what is sent
    output = run(other)
    deallocate_output_tensor(output, True)  # silent: a new tensor
    return handles


# --- tests/test_schedule.py
def test_schedule(comm, output):
    handles = comm.send_forward(output, overlap_p2p_comm=True)
    deallocate_output_tensor(output, True)  # silent: a test with a fake communicator
    return handles
