from functools import cached_property


class Text:
    @property
    def start(self):
        return self.start  # expect: property-reads-itself

    @property
    def stop(self):
        if hasattr(self, "stop"):  # expect: property-reads-itself
            return self.stop
        raise NotImplementedError

    @cached_property
    def width(self):
        return getattr(self, "width", 0) + 1  # expect: property-reads-itself

    @property
    def length(self):
        return self._length  # silent: another attribute

    @property
    def size(self):
        return self.inner.size  # silent: that of another object

    @property
    def scale(self):
        return super().scale * 2  # silent: that of the base

    @scale.setter
    def scale(self, value):
        self.scale = value  # silent: no getter

    @property
    def later(self):
        return lambda: self.later  # silent: whoever calls it asks anew

    @property
    def named(self):
        return hasattr(self, "_named")  # silent: asks for another name

    def plain(self):
        return self.plain  # silent: a method, which is not called
