# --- pkg/balance.py unchanged
def balance(sizes, count):
    order = sorted(range(len(sizes)), key=sizes.__getitem__, reverse=True)
    bins = [[] for _ in range(count)]
    loads = [0] * count
    for index in order:
        lightest = loads.index(min(loads))
        bins[lightest].append(index)
        loads[lightest] += sizes[index]
    spread = max(loads) - min(loads)
    if spread > sum(loads) // count:
        raise ValueError(f"unbalanced by {spread} of {sum(loads)}")
    return [sorted(indices) for indices in bins], spread


def take_all(table, wanted, limit, buffer, flush):
    names, offsets, skipped, used, peak = [], [], [], 0, 0
    cursor = 0
    while cursor < len(table):
        head = table[cursor]
        cursor += 1
        if head.kind != wanted:
            continue
        size = head.rows * head.columns
        if size > limit:
            skipped.append(head.name)
            continue
        block = buffer.take(size)
        block.copy_(head.data.view(-1))
        used += size
        peak = max(peak, used)
        names.append(head.name)
        offsets.append(used - size)
        if used > limit * 4:
            flush(names, offsets, block)
            names.clear()
            offsets.clear()
            used = 0
    flush(names, offsets, buffer)
    return peak, skipped
# --- pkg/gone.py before
def pack(rows, width):
    lines = [row for row in rows if row.width <= width and row.height > 0]
    lines.sort(key=lambda row: (row.height, row.width), reverse=True)
    shelves = [[lines.pop(0)]] if lines else []
    heights = [shelves[0][0].height] if shelves else []
    for line in lines:
        room = width - sum(other.width for other in shelves[-1])
        if line.width > room:
            shelves.append([line])
            heights.append(line.height)
        else:
            shelves[-1].append(line)
    return shelves, sum(heights), max(heights, default=0)
# --- pkg/spread.py before
def first(a):
    return a
# --- pkg/spread.py after
def first(a):
    return a


def spread_out(sizes, count):
    order = sorted(range(len(sizes)), key=sizes.__getitem__, reverse=True)  # expect: duplicated-code
    bins = [[] for _ in range(count)]
    loads = [0] * count
    # The lightest one gets the next largest.
    for index in order:
        lightest = loads.index(min(loads))
        bins[lightest].append(index)
        loads[lightest] += sizes[index]  # in tokens
    spread = max(loads) - min(loads)
    if spread > sum(loads) // count:
        raise ValueError(f"unbalanced by {spread} of {sum(loads)}")
    return [sorted(indices) for indices in bins], spread


def twice(sizes, count):
    if count == 0:
        return [], 0
    order = sorted(range(len(sizes)), key=sizes.__getitem__, reverse=True)  # expect: duplicated-code
    bins = [[] for _ in range(count)]
    loads = [0] * count
    for index in order:
        lightest = loads.index(min(loads))
        bins[lightest].append(index)
        loads[lightest] += sizes[index]
    spread = max(loads) - min(loads)
    if spread > sum(loads) // count:
        raise ValueError(f"unbalanced by {spread} of {sum(loads)}")
    return [sorted(indices) for indices in bins], spread


def take_entries(entries, kind_of, most, pool, write_out):  # expect: duplicated-code
    labels, starts, left_out, taken, highest = [], [], [], 0, 0
    position = 0
    while position < len(entries):
        entry = entries[position]
        position += 1
        if entry.kind != kind_of:
            continue
        length = entry.rows * entry.columns
        if length > most:
            left_out.append(entry.name)
            continue
        piece = pool.take(length)
        piece.copy_(entry.data.view(-1))
        taken += length
        highest = max(highest, taken)
        labels.append(entry.name)
        starts.append(taken - length)
        if taken > most * 4:
            write_out(labels, starts, piece)
            labels.clear()
            starts.clear()
            taken = 0
    write_out(labels, starts, pool)
    return highest, left_out


def mixed_up(table_2, wanted_2, limit_2, buffer_2, flush_2):
    # silent: names do not correspond to each other
    names_2, offsets_2, skipped_2, used_2, peak_2 = [], [], [], 0, 0
    cursor_2 = 0
    while cursor_2 < len(table_2):
        head_2 = table_2[cursor_2]
        cursor_2 += 1
        if head_2.kind != wanted_2:
            continue
        size_2 = head_2.rows * head_2.columns
        if size_2 > limit_2:
            skipped_2.append(head_2.name)
            continue
        block_2 = buffer_2.take(size_2)
        block_2.copy_(head_2.data.view(-1))
        size_2 += used_2
        peak_2 = max(peak_2, used_2)
        offsets_2.append(head_2.name)
        offsets_2.append(used_2 - size_2)
        if used_2 > limit_2 * 4:
            flush_2(names_2, offsets_2, block_2)
            names_2.clear()
            offsets_2.clear()
            used_2 = 0
    flush_2(names_2, offsets_2, buffer_2)
    return peak_2, skipped_2
# --- pkg/shelves.py
def pack(rows, width):
    # silent: moved here, the change deletes where it was
    lines = [row for row in rows if row.width <= width and row.height > 0]
    lines.sort(key=lambda row: (row.height, row.width), reverse=True)
    shelves = [[lines.pop(0)]] if lines else []
    heights = [shelves[0][0].height] if shelves else []
    for line in lines:
        room = width - sum(other.width for other in shelves[-1])
        if line.width > room:
            shelves.append([line])
            heights.append(line.height)
        else:
            shelves[-1].append(line)
    return shelves, sum(heights), max(heights, default=0)


def short(sizes, count):
    # silent: eight lines
    order = sorted(range(len(sizes)), key=sizes.__getitem__, reverse=True)
    bins = [[] for _ in range(count)]
    loads = [0] * count
    for index in order:
        lightest = loads.index(min(loads))
        bins[lightest].append(index)
        loads[lightest] += sizes[index]
    return bins, loads
# --- pkg/ops/balance.py
def kernel(sizes, count):
    # silent: a kernel
    order = sorted(range(len(sizes)), key=sizes.__getitem__, reverse=True)
    bins = [[] for _ in range(count)]
    loads = [0] * count
    for index in order:
        lightest = loads.index(min(loads))
        bins[lightest].append(index)
        loads[lightest] += sizes[index]
    spread = max(loads) - min(loads)
    if spread > sum(loads) // count:
        raise ValueError(f"unbalanced by {spread} of {sum(loads)}")
    return [sorted(indices) for indices in bins], spread
# --- docs/scripts/balance.py
def shown(sizes, count):
    # silent: a script of the documentation
    order = sorted(range(len(sizes)), key=sizes.__getitem__, reverse=True)
    bins = [[] for _ in range(count)]
    loads = [0] * count
    for index in order:
        lightest = loads.index(min(loads))
        bins[lightest].append(index)
        loads[lightest] += sizes[index]
    spread = max(loads) - min(loads)
    if spread > sum(loads) // count:
        raise ValueError(f"unbalanced by {spread} of {sum(loads)}")
    return [sorted(indices) for indices in bins], spread
# --- tests/test_balance.py
def reference(sizes, count):
    # silent: a reference for tests
    order = sorted(range(len(sizes)), key=sizes.__getitem__, reverse=True)
    bins = [[] for _ in range(count)]
    loads = [0] * count
    for index in order:
        lightest = loads.index(min(loads))
        bins[lightest].append(index)
        loads[lightest] += sizes[index]
    spread = max(loads) - min(loads)
    if spread > sum(loads) // count:
        raise ValueError(f"unbalanced by {spread} of {sum(loads)}")
    return [sorted(indices) for indices in bins], spread
# --- pkg/adapter_base.py unchanged
class Base:
    def forward(
        self,
        hidden_states: Tensor,
        attention_mask: Tensor,
        inference_context: Context = None,
        rotary_pos_emb: Tensor = None,
        rotary_pos_cos: Tensor = None,
        rotary_pos_sin: Tensor = None,
        attention_bias: Tensor = None,
        packed_seq_params: Packed = None,
        sequence_len_offset: Tensor = None,
        padding_mask: Tensor = None,
        extra_block_kwargs: dict = None,
    ):
        return hidden_states.sum()
# --- pkg/adapter.py
from pkg.adapter_base import Base


class Adapter(Base):
    def forward(
        self,
        hidden_states: Tensor,
        attention_mask: Tensor,
        inference_context: Context = None,
        rotary_pos_emb: Tensor = None,
        rotary_pos_cos: Tensor = None,
        rotary_pos_sin: Tensor = None,
        attention_bias: Tensor = None,
        packed_seq_params: Packed = None,
        sequence_len_offset: Tensor = None,
        padding_mask: Tensor = None,
        extra_block_kwargs: dict = None,
    ):
        # silent: the parameters of its base
        return hidden_states.mean()
# --- pkg/balance_test.py
# silent: a test
def balance(sizes, count):
    order = sorted(range(len(sizes)), key=sizes.__getitem__, reverse=True)
    bins = [[] for _ in range(count)]
    loads = [0] * count
    for index in order:
        lightest = loads.index(min(loads))
        bins[lightest].append(index)
        loads[lightest] += sizes[index]
    spread = max(loads) - min(loads)
    if spread > sum(loads) // count:
        raise ValueError(f"unbalanced by {spread} of {sum(loads)}")
    return [sorted(indices) for indices in bins], spread
