class Layer:
    def forward(self, x):
        if self.offset > 0:
            return self.step(x)
        self.offset += 1  # expect: counter-stops-at-once
        return self.prefill(x)

    def cached(self, x, store):
        if store["offset"] >= 1:
            out = self.step(x)
            return out
        store["offset"] += 1  # expect: counter-stops-at-once
        return self.prefill(x)

    def many(self, x):
        if (self.seen > 0):
            return self.step(x)
        self.seen += x.size(1)  # expect: counter-stops-at-once
        return x

    def counted(self, x):
        if self.offset > 0:
            self.offset += 1
            return self.step(x)
        self.offset += 1  # silent: counted on both paths
        return x

    def limited(self, x):
        if self.offset > self.limit:
            return self.step(x)
        self.offset += 1  # silent: a limit
        return x

    def once(self):
        if self.offset > 0:
            return
        self.offset += 1  # silent: does nothing from the second call on

    def known(self):
        if self.offset > 0:
            return self.result
        self.offset += 1  # silent: gives what is there
        return self.result

    def local(self, x):
        count = len(x)
        if count > 0:
            return self.step(x)
        count += 1  # silent: a local
        return count
