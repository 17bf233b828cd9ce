class Merge:
    def __init__(self, config, src_group, dst_group):
        self.src_size = src_group.size()
        self.dst_size = src_group.size()  # expect: copied-right-hand-side
        self.config = config

    def lengths(self, q, k, left_pad, right_pad):
        q_len = q.size(0)
        k_len = q.size(0)  # expect: copied-right-hand-side
        left = left_pad + 1
        right = left_pad + 1  # expect: copied-right-hand-side
        return q_len, k_len, left, right

    def fine(self, q, k, hidden, tp_group):
        q_len = q.size(0)
        k_len = k.size(0)  # silent: its own
        left = []
        right = []  # silent: two empty lists
        start = 0
        end = 0  # silent: a constant
        q_proj = hidden.size(-1)
        k_proj = hidden.size(-1)  # silent: names neither
        src = q.max(k)
        dst = q.max(k)  # silent: names are of another pair
        size = q.size(0)
        count = q.size(0)  # silent: no pair
        tp_size = tp_group.size()
        dp_size = tp_group.size()  # silent: there is no dp_group
        min_q = q.min()
        max_q = q.max()  # silent: differs
        return q_len, k_len, left, right, start, end, q_proj, k_proj, src, dst, size, count
