import torch


def gather(chunks, width):
    rows = torch.empty(0, width)
    for chunk in chunks:
        rows = torch.cat([rows, chunk], dim=0)  # expect: concatenation-in-loop
    return rows


def lazily(shards):
    merged = None
    for shard in shards:
        if merged is None:
            merged = shard.tensor
        else:
            merged = torch.cat((merged, shard.tensor), dim=-1)  # expect: concatenation-in-loop
    return merged


def in_one_expression(shards):
    merged = None
    for shard in shards:
        # expect: concatenation-in-loop
        merged = shard if merged is None else torch.hstack([merged, shard])
    return merged


def two_of_them(chunks, keys, values):
    for chunk in chunks:
        keys = torch.cat([keys, chunk.key])  # expect: concatenation-in-loop
        values = torch.cat([values, chunk.value])
    return keys, values


def collected(chunks):
    parts = []
    for chunk in chunks:
        parts.append(chunk)
    return torch.cat(parts)  # silent: once, behind the loop


def once(x, pad):
    x = torch.cat([x, pad])  # silent: no loop
    return x


def generate(model, tokens, steps):
    for _ in range(steps):
        logits = model(tokens)
        tokens = torch.cat([tokens, logits.argmax(-1)], dim=1)  # silent: each turn needs all of it
    return tokens


def padded(rows, pad):
    out = []
    for row in rows:
        row = torch.cat([row, pad])  # silent: another one in each turn
        out.append(row)
    return out


def per_layer(layers, pad):
    x = None
    for layer in layers:
        x = layer()
        x = torch.cat([x, pad])  # silent: begins anew in each turn
    return x


def few(x, pad):
    for _ in range(3):
        x = torch.cat([x, pad])  # silent: three turns
    return x


def of_sides(x, left, right):
    for side in (left, right):
        x = torch.cat([x, side])  # silent: two turns
    return x


def until_long(x, pad, length):
    while x.shape[0] < length:
        x = torch.cat([x, pad])  # silent: the loop looks at it
    return x
