class Optimizer:
    def step(self):
        if self.scales:
            self.update_scale()
            if self.overflow:
                self.clear()
            if self.timers:
                self.timers.log()
            return self.overflow  # expect: return-outside-its-guard
        norm = self.norm()
        self.clip(norm)
        self.optimizer.step()
        return self.overflow

    def inside(self):
        if self.scales:
            if self.overflow:
                self.clear()
                return self.overflow  # silent: inside of the branch
        norm = self.norm()
        self.clip(norm)
        self.optimizer.step()
        return self.overflow

    def worked(self):
        if self.scales:
            if self.overflow:
                self.clear()
            self.optimizer.step()
            return self.overflow  # silent: the other case does its own work
        self.clip()
        self.zero()
        self.save()
        return False

    def last(self):
        self.clip()
        if self.scales:
            if self.overflow:
                self.clear()
            return self.overflow  # silent: nothing is skipped
        return False


def load(path, failed, log, read, parse, keep):
    if path:
        if failed:
            log(path)
        return failed  # expect: return-outside-its-guard
    text = read(path)
    table = parse(text)
    keep(table)
    return failed


def drain(queue, stopped, clear, run):
    if queue:
        clear(queue)
        if stopped:
            queue.close()
        return stopped  # expect: return-outside-its-guard
    run(queue)
    clear(queue)
    run(queue)
    return stopped


def other_value(path, failed, read, parse, keep):
    if path:
        if failed:
            keep(path)
        return path  # silent: returns something else
    read(path)
    parse(path)
    keep(path)


def both_cases(path, failed, read, parse, keep):
    if path:
        if failed:
            keep(path)
        else:
            read(path)
        return failed  # silent: both cases are handled
    read(path)
    parse(path)
    keep(path)
