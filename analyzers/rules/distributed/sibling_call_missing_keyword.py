import torch.distributed as dist
from megatron.core.dist_checkpointing import make_sharded_tensor


def initialize(create_group, lanes, timeout):
    tp = create_group(lanes[0], timeout=timeout, group_desc="TP")
    pp = create_group(lanes[1], timeout=timeout, group_desc="PP")
    cp = create_group(lanes[2], timeout=timeout, group_desc="CP")
    dp = create_group(lanes[3], timeout=timeout, group_desc="DP")
    ep = create_group(lanes[4], timeout=timeout, group_desc="EP")
    tp_cp = create_group(lanes[5], timeout=timeout, group_desc="TP_CP")
    tp_dp = create_group(lanes[6], timeout=timeout, group_desc="TP_DP")
    dp_cp = create_group(lanes[7], timeout=timeout, group_desc="DP_CP")
    tp_ep = create_group(lanes[8], timeout=timeout, group_desc="TP_EP")
    embedding = create_group(lanes[9], group_desc="EMBEDDING")  # expect: sibling-call-missing-keyword
    return tp, pp, cp, dp, ep, tp_cp, tp_dp, dp_cp, tp_ep, embedding


def new_groups(lanes, options):
    g0 = dist.new_group(lanes[0], pg_options=options, backend="nccl")
    g1 = dist.new_group(lanes[1], pg_options=options, backend="nccl")
    g2 = dist.new_group(lanes[2], pg_options=options, backend="nccl")
    g3 = dist.new_group(lanes[3], pg_options=options, backend="nccl")
    g4 = dist.new_group(lanes[4], pg_options=options, backend="nccl")
    g5 = dist.new_group(lanes[5], pg_options=options, backend="nccl")
    g6 = dist.new_group(lanes[6], pg_options=options, backend="nccl")
    g7 = dist.new_group(lanes[7], pg_options=options, backend="nccl")
    g8 = dist.new_group(lanes[8], pg_options=options, backend="nccl")
    g9 = dist.new_group(lanes[9], pg_options=options, backend="nccl")
    g10 = dist.new_group(  # expect: sibling-call-missing-keyword
        lanes[10],
        backend="nccl",
    )
    return g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, g10


def shards(parts, offsets):
    return [
        make_sharded_tensor("w0", parts[0], replica_id=offsets.id),
        make_sharded_tensor("w1", parts[1], replica_id=offsets.id),
        make_sharded_tensor("w2", parts[2], replica_id=offsets.id),
        make_sharded_tensor("w3", parts[3], replica_id=offsets.id),
        make_sharded_tensor("w4", parts[4], replica_id=offsets.id),
        make_sharded_tensor("w5", parts[5], replica_id=offsets.id),
        make_sharded_tensor("w6", parts[6], replica_id=offsets.id),
        make_sharded_tensor("w7", parts[7], replica_id=offsets.id),
        make_sharded_tensor("w8", parts[8], replica_id=offsets.id),
        make_sharded_tensor("w9", parts[9]),  # expect: sibling-call-missing-keyword
    ]


def few(create_group, lanes, timeout):
    a = create_group(lanes[0], timeout=timeout)
    b = create_group(lanes[1], timeout=timeout)
    c = create_group(lanes[2])  # silent: three calls make no custom
    return a, b, c


def divided(create_group, lanes, timeout):
    a0 = create_group(lanes[0], timeout=timeout)
    a1 = create_group(lanes[1], timeout=timeout)
    a2 = create_group(lanes[2], timeout=timeout)
    a3 = create_group(lanes[3], timeout=timeout)
    a4 = create_group(lanes[4], timeout=timeout)
    a5 = create_group(lanes[5], timeout=timeout)
    a6 = create_group(lanes[6], timeout=timeout)
    a7 = create_group(lanes[7], timeout=timeout)
    b = create_group(lanes[8])  # silent: less than nine of ten agree
    c = create_group(lanes[9])
    return a0, a1, a2, a3, a4, a5, a6, a7, b, c


def options(parser):
    parser.add_argument("--size-0", type=int, help="size 0")
    parser.add_argument("--size-1", type=int, help="size 1")
    parser.add_argument("--size-2", type=int, help="size 2")
    parser.add_argument("--size-3", type=int, help="size 3")
    parser.add_argument("--size-4", type=int, help="size 4")
    parser.add_argument("--size-5", type=int, help="size 5")
    parser.add_argument("--size-6", type=int, help="size 6")
    parser.add_argument("--size-7", type=int, help="size 7")
    parser.add_argument("--size-8", type=int, help="size 8")
    parser.add_argument("--size-9", type=int, help="size 9")
    parser.add_argument("--name", type=str)  # silent: command lines differ by nature


def reduce(xs, op):
    dist.all_reduce(xs[0], op=op)
    dist.all_reduce(xs[1], op=op)
    dist.all_reduce(xs[2], op=op)
    dist.all_reduce(xs[3], op=op)
    dist.all_reduce(xs[4], op=op)
    dist.all_reduce(xs[5], op=op)
    dist.all_reduce(xs[6], op=op)
    dist.all_reduce(xs[7], op=op)
    dist.all_reduce(xs[8], op=op)
    dist.all_reduce(xs[9], op=op)
    dist.all_reduce(xs[10])  # silent: collectives differ by nature


def two_missing(create_group, lanes, timeout):
    a0 = create_group(lanes[0], timeout=timeout, group_desc="A0")
    a1 = create_group(lanes[1], timeout=timeout, group_desc="A1")
    a2 = create_group(lanes[2], timeout=timeout, group_desc="A2")
    a3 = create_group(lanes[3], timeout=timeout, group_desc="A3")
    a4 = create_group(lanes[4], timeout=timeout, group_desc="A4")
    a5 = create_group(lanes[5], timeout=timeout, group_desc="A5")
    a6 = create_group(lanes[6], timeout=timeout, group_desc="A6")
    a7 = create_group(lanes[7], timeout=timeout, group_desc="A7")
    a8 = create_group(lanes[8], timeout=timeout, group_desc="A8")
    a9 = create_group(lanes[9], timeout=timeout, group_desc="A9")
    b = create_group(lanes[10])  # silent: of another kind altogether
    return a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b


def unpacked(create_group, lanes, timeout, options):
    a0 = create_group(lanes[0], timeout=timeout)
    a1 = create_group(lanes[1], timeout=timeout)
    a2 = create_group(lanes[2], timeout=timeout)
    a3 = create_group(lanes[3], timeout=timeout)
    a4 = create_group(lanes[4], timeout=timeout)
    a5 = create_group(lanes[5], timeout=timeout)
    a6 = create_group(lanes[6], timeout=timeout)
    a7 = create_group(lanes[7], timeout=timeout)
    a8 = create_group(lanes[8], timeout=timeout)
    a9 = create_group(lanes[9], timeout=timeout)
    b = create_group(lanes[10], **options)  # silent: may be among the options
    return a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b


def backward(bwd, q, k, v, rng_states, options):
    first = bwd(q, k, v, rng_state=rng_states[0], **options)
    second = bwd(q, k, v, rng_state=rng_states[1], **options)
    third = bwd(q, k, v, rng_state=rng_states[2], **options)
    fourth = bwd(q, k, v, **options)  # expect: sibling-call-missing-keyword
    return first, second, third, fourth


def other_shape(bwd, q, k, v, rng_states):
    first = bwd(q, k, v, rng_state=rng_states[0])
    second = bwd(q, k, v, rng_state=rng_states[1])
    third = bwd(q, k, v, rng_state=rng_states[2])
    fourth = bwd(q, k, v, deterministic=True)  # silent: another option takes its place
    return first, second, third, fourth


def harmless(plot, x, y, z):
    plot(x, y, z, color="red")
    plot(x, y, z, color="green")
    plot(x, y, z, color="blue")
    plot(x, y, z)  # silent: a color is a matter of taste
