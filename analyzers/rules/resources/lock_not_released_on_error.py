import ray


class Publisher:
    def publish(self, weights):
        self.lock.acquire()  # expect: lock-not-released-on-error
        self.server.send(weights)
        self.lock.release()

    def copy(self, source):
        self.visit_lock.acquire()  # expect: lock-not-released-on-error
        for name, value in source.items():
            self.state[name].copy_(value)
        self.visit_lock.release()

    def guarded(self, weights):
        self.lock.acquire()  # silent: released in finally
        try:
            self.server.send(weights)
        finally:
            self.lock.release()

    def within(self, weights):
        with self.lock:  # silent: the block releases it
            self.server.send(weights)

    def begin(self):
        self.lock.acquire()  # silent: somebody else releases it
        self.server.begin()

    def count(self):
        self.lock.acquire()  # silent: nothing in between can raise
        self.total = 1
        self.lock.release()

    def tried(self, weights):
        got = self.lock.acquire(timeout=1)  # silent: may not have got it
        if not got:
            raise TimeoutError("busy")
        self.server.send(weights)
        self.lock.release()

    def handled(self, weights):
        self.lock.acquire()  # silent: the handler releases it, too
        try:
            self.server.send(weights)
        except BaseException:
            self.lock.release()
            raise
        self.lock.release()


def broadcast(lock, weights, group, sleep):
    while not ray.get(lock.acquire.remote()):  # expect: lock-not-released-on-error
        sleep(0.1)
    group.broadcast(weights)
    ray.get(lock.release.remote())


def pooled(context, weights):
    agent = context.acquire()  # silent: counts users, nobody waits
    agent.send(weights)
    context.release()
