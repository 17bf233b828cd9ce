_tracing = False


class Profiler:
    def start(self):
        self.is_on = True

    def stop(self):
        self.is_on = True  # expect: undo-sets-the-same-flag

    def enable_log(self):
        self.logs = True

    def disable_log(self):
        self.logs = True  # expect: undo-sets-the-same-flag


def begin_trace():
    global _tracing
    _tracing = True


def end_trace():
    global _tracing
    _tracing = True  # expect: undo-sets-the-same-flag


class Careful:
    def start(self):
        self.is_on = True
        self.is_dirty = False

    def stop(self):
        self.is_on = False  # silent: the opposite
        self.is_dirty = False  # silent: another flag tells the two apart

    def open(self):
        self.count = 0

    def close(self):
        self.count = 0  # silent: no flag

    def enable(self, force):
        if force:
            self.forced = True

    def disable(self):
        self.forced = True  # silent: set there in one case only

    def train(self):
        self.warned = False

    def evaluate(self):
        self.warned = False  # silent: no opposites

    def pause(self):
        paused = True
        return paused

    def resume(self):
        paused = True  # silent: a local
        return paused
