class Engine:
    def evaluate(self, data, num_batches=None):
        batches = self.batches if num_batches is None else num_batches
        plan = schedule(self.batches)  # expect: adjusted-copy-passed-over
        return run(plan, data) / batches

    def forward(self, x):
        channels_last = self.channels_last if x.dim() != 2 else True
        return norm(x, self.channels_last)  # expect: adjusted-copy-passed-over

    def start(self, group):
        tags = self.tags or {}
        tags["group"] = group
        begin(tags=self.tags)  # expect: adjusted-copy-passed-over

    def call(self, *args, **kwargs):
        own_args, own_kwargs = self.convert(args, kwargs)
        self.build(own_args, own_kwargs)
        return self.graph(args, kwargs)  # expect: adjusted-copy-passed-over

    def make(self, name=None):
        name = self.NAME if name is None else name
        register(self.NAME)  # expect: adjusted-copy-passed-over


class Careful:
    def evaluate(self, data, num_batches=None):
        batches = self.batches if num_batches is None else num_batches
        return run(data, batches)  # silent: the copy

    def compared(self, num_batches=None):
        batches = self.batches if num_batches is None else num_batches
        if batches != self.batches:  # silent: the two are compared
            raise ValueError(f"{self.batches}")  # silent: a message

    def restored(self, data, rate=None):
        old = self.rate
        rate = self.rate if rate is None else rate
        self.rate = rate
        run(data, self.rate)  # silent: it is stored anew
        self.rate = old

    def bias(self, x):
        bias = self.bias if not self.skip_bias else None
        y = linear(x, bias)
        return y, self.bias  # silent: no option, and the copy is read

    def once(self, rate=None):
        rate = self.rate if rate is None else rate
        if rate is None:
            return self.rate  # silent: a condition speaks of the copy
        return rate

    def gradients(self, *args, **kwargs):
        own_args, own_kwargs = self.convert(args, kwargs)
        return self.graph(own_args, own_kwargs)  # silent: the converted ones
