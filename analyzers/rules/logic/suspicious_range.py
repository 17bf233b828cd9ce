def gaps(times, stages):
    out = []
    for i in range(len(times)):
        out.append(times[i + 1] - times[i])  # expect: suspicious-range
    for stage in range(8, 0):  # expect: suspicious-range
        out.append(stage)
    for stage in range(stages, -1):  # expect: suspicious-range
        out.append(stage)
    for stage in range(0, 8, -1):  # expect: suspicious-range
        out.append(stage)
    return out


def fine(times, stages, other, start):
    out = []
    for i in range(len(times) - 1):
        out.append(times[i + 1] - times[i])  # silent: one round less
    for i in range(len(times)):
        if i + 1 < len(times):
            out.append(times[i + 1])  # silent: looks at the bound
    for i in range(len(times)):
        out.append(other[i + 1])  # silent: another list, perhaps longer
    for stage in range(8, 0, -1):  # silent: counts down
        out.append(stage)
    for stage in range(stages, -1, -1):  # silent: counts down
        out.append(stage)
    for stage in range(start, stages):  # silent: nobody knows
        out.append(stage)
    for i in range(len(times)):
        out.append(times[(i + 1) % len(times)])  # silent: goes round
    return out
