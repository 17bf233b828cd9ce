# --- pkg/planner.py before
def pack(rows, limit):
    groups = []
    for row in rows:
        if row.size > limit:
            continue
        groups.append([row])
    return groups


def describe(rows):
    lines = []
    for row in rows:
        lines.append(row.name)
    return lines


def listing(report, out):
    out.write(report.part_0)
    out.write(report.part_1)
    out.write(report.part_2)
    out.write(report.part_3)
    out.write(report.part_4)
    out.write(report.part_5)
    out.write(report.part_6)
    out.write(report.part_7)
    out.write(report.part_8)
    out.write(report.part_9)
    out.write(report.part_10)
    out.write(report.part_11)
# --- pkg/planner.py after
def plan(rows, limits, table):  # expect: entangled-function
    out = []
    for row in rows:
        if row.kind == "dense":
            for part in row.parts:
                if part in table and part not in limits:
                    out.append(table[part])
                elif part in limits:
                    out.append(limits[part])
        elif row.kind == "expert":
            while row.next and row.next.ready or row.open:
                row = row.next
                if row in table:
                    out.append(row)
    return out


def pack(rows, limit):  # expect: entangled-function
    groups = []
    sizes = []
    for row in rows:
        if row.size > limit:
            continue
        groups.append([row])
        sizes.append(row.size)
    total = sum(sizes)
    # Balance the groups over all workers.
    order = sorted(range(len(sizes)), key=sizes.__getitem__)
    bins = [[] for _ in range(8)]
    loads = [0] * 8
    for index in order:
        lightest = loads.index(min(loads))
        bins[lightest].append(index)
        loads[lightest] += sizes[index]
    spread = max(loads) - min(loads)
    print("spread", spread)
    print("total", total)
    a = groups[0]
    b = groups[1]
    c = groups[2]
    d = groups[3]
    e = groups[4]
    f = groups[5]
    g = groups[6]
    h = groups[7]
    a.append(b)
    b.append(c)
    c.append(d)
    d.append(e)
    e.append(f)
    f.append(g)
    g.append(h)
    h.append(a)
    a.sort()
    b.sort()
    c.sort()
    d.sort()
    e.sort()
    f.sort()
    g.sort()
    h.sort()
    for index, group in enumerate(groups):
        if group:
            for item in group:
                if item and item.size > spread or item.late:
                    for load in loads:
                        if load > total:
                            print(index, len(group), total)
    print(bins)
    print(loads)
    print(order)
    for load in loads:
        print(load)
    print(spread)
    print(sizes)
    print(lightest)
    return groups


def listing(report, out):  # silent: it grew long, but reads straight through
    out.write(report.part_0)
    out.write(report.part_1)
    out.write(report.part_2)
    out.write(report.part_3)
    out.write(report.part_4)
    out.write(report.part_5)
    out.write(report.part_6)
    out.write(report.part_7)
    out.write(report.part_8)
    out.write(report.part_9)
    out.write(report.part_10)
    out.write(report.part_11)
    out.write(report.part_12)
    out.write(report.part_13)
    out.write(report.part_14)
    out.write(report.part_15)
    out.write(report.part_16)
    out.write(report.part_17)
    out.write(report.part_18)
    out.write(report.part_19)
    out.write(report.part_20)
    out.write(report.part_21)
    out.write(report.part_22)
    out.write(report.part_23)
    out.write(report.part_24)
    out.write(report.part_25)
    out.write(report.part_26)
    out.write(report.part_27)
    out.write(report.part_28)
    out.write(report.part_29)
    out.write(report.part_30)
    out.write(report.part_31)
    out.write(report.part_32)
    out.write(report.part_33)
    out.write(report.part_34)
    out.write(report.part_35)
    out.write(report.part_36)
    out.write(report.part_37)
    out.write(report.part_38)
    out.write(report.part_39)
    out.write(report.part_40)
    out.write(report.part_41)
    out.write(report.part_42)
    out.write(report.part_43)
    out.write(report.part_44)
    out.write(report.part_45)
    out.write(report.part_46)
    out.write(report.part_47)
    out.write(report.part_48)
    out.write(report.part_49)
    out.write(report.part_50)
    out.write(report.part_51)
    out.write(report.part_52)
    out.write(report.part_53)
    out.write(report.part_54)
    out.write(report.part_55)
    out.write(report.part_56)
    out.write(report.part_57)
    out.write(report.part_58)
    out.write(report.part_59)


def describe(rows):  # silent: it grew by little
    lines = []
    for row in rows:
        lines.append(row.name)
        lines.append(row.kind)
    return lines


def deep_alone(rows):  # silent: deep, but short and easy otherwise
    for row in rows:
        for part in row:
            for item in part:
                for piece in item:
                    piece.run()


def add_planner_args(parser):  # silent: builds options
    for name in parser.names:
        if name:
            for kind in name:
                if kind and name or not kind:
                    while kind:
                        parser.add_argument(kind)
    return parser


class Plan:
    def __post_init__(self):  # silent: checks its fields one by one
        for row in self.rows:
            if row.kind == "dense":
                for part in row.parts:
                    if part in self.table and part not in self.limits:
                        self.out.append(part)
                    elif part in self.limits:
                        while part.next or part.open and part.ready:
                            part = part.next
# --- pkg/reader.py
def read(rows, limits, table):  # expect: entangled-function
    out = []
    for row in rows:
        if row.kind == "dense":
            for part in row.parts:
                if part in table and part not in limits:
                    out.append(table[part])
                elif part in limits:
                    while part.next or part.open and part.ready:
                        if part.done:
                            out.append(limits[part])
    return out


def scan(rows, limits, table):  # silent: two larger ones are told of already
    out = []
    for row in rows:
        if row.kind == "dense":
            for part in row.parts:
                if part in table and part not in limits:
                    out.append(table[part])
                elif part in limits:
                    while part.next or part.open:
                        out.append(part)
    return out
# --- pkg/ops/scan.py
def scan(rows, limits, table):  # silent: a kernel follows the hardware
    out = []
    for row in rows:
        if row.kind == "dense":
            for part in row.parts:
                if part in table and part not in limits:
                    out.append(table[part])
                elif part in limits:
                    while part.next or part.open and part.ready:
                        out.append(limits[part])
    return out
# --- tests/test_planner.py
def test_plan(rows, limits, table):  # silent: a test
    for row in rows:
        if row.kind == "dense":
            for part in row.parts:
                if part in table and part not in limits:
                    assert table[part]
                elif part in limits:
                    while part.next or part.open and part.ready:
                        part = part.next
