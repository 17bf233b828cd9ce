class Codec:
    def __init__(self, size):
        self.scale = None
        self.table = None
        self.rows = None
        self.size = size
        self.bias = None
        if size > 4:
            self.bias = [0] * size

    def to(self, device):
        if hasattr(self, "scale"):  # expect: hasattr-allows-none
            self.scale = self.scale.to(device)
        if hasattr(self, "table"):  # expect: hasattr-allows-none
            self.table.copy_(self.scale)
        if hasattr(self, "size"):  # silent: not None
            self.size.bit_length()
        if hasattr(self, "bias"):  # silent: may be a list from the start
            self.bias.append(1)
        if hasattr(self, "other"):  # silent: nobody stores None in it
            self.other.clear()

    def count(self):
        if hasattr(self, "rows"):  # expect: hasattr-allows-none
            return self.rows.shape[0]
        return 0

    def careful(self, device):
        if hasattr(self, "scale"):  # silent: asks for None, too
            if self.scale is not None:
                self.scale = self.scale.to(device)
        if hasattr(self, "scale") and self.scale is not None:  # silent: both tests
            self.scale.zero_()
        if hasattr(self, "rows"):  # silent: gets a value first
            self.rows = [1]
            self.rows.append(2)
        if hasattr(self, "table"):  # silent: read only when there is one
            size = self.table.size if self.table else 0
            return size
        return hasattr(self, "table")  # silent: no read follows
