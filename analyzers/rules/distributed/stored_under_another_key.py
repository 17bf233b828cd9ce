class Reducer:
    def add(self, p):
        bucket = self.buckets[self.comm_dtype(p)]
        if p.numel() > self.size:
            self.large[p.dtype] = p  # expect: stored-under-another-key
        bucket.append(p)

    def reduce(self):
        for dtype in sorted(self.buckets.keys()):
            bucket = self.buckets[dtype]
            if dtype in self.large:
                bucket.append(self.large[dtype])


class Through:
    def add(self, p):
        key = self.group_of(p)
        self.sizes[key] += p.numel()
        name = p.group_name
        self.first[name] = p  # expect: stored-under-another-key

    def flush(self):
        for key in self.sizes:
            self.reduce(self.first[key], self.sizes[key])


class Order:
    def read(self, keys):
        return [(self.a[key], self.b[key]) for key in keys]

    def fill(self, item):
        self.b[item.name] = item  # expect: stored-under-another-key
        self.a[name_of(item)] = item


class Same:
    def add(self, p):
        dtype = self.comm_dtype(p)
        self.buckets[dtype].append(p)
        self.large[dtype] = p  # silent: the same key

    def reduce(self):
        return [(self.buckets[k], self.large[k]) for k in list(self.buckets)]


class Apart:
    def add(self, p):
        self.buckets[self.comm_dtype(p)].append(p)
        self.by_dtype[p.dtype] = p  # silent: never read under the same key

    def reduce(self, dtype):
        return self.by_dtype[dtype]


class OtherObject:
    def add(self, p, q):
        self.buckets[self.comm_dtype(q)].append(q)
        self.large[p.dtype] = p  # silent: keys of two objects

    def reduce(self):
        return [(self.buckets[k], self.large[k]) for k in list(self.buckets)]


class BothFields:
    def add(self, p):
        self.buckets[p.dtype].append(p)
        self.large[p.dtype] = p  # silent: one field for both

    def reduce(self):
        return [(self.buckets[k], self.large[k]) for k in list(self.buckets)]


class Texts:
    def add(self, p):
        self.names["all"] = p  # silent: a fixed key
        self.buckets[self.comm_dtype(p)].append(p)

    def reduce(self, k):
        return self.names[k], self.buckets[k]
