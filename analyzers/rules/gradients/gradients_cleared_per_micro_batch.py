class Trainer:
    def forward_backward(self, batch):
        loss = self.model(batch)
        self.optimizer.zero_grad()  # expect: gradients-cleared-per-micro-batch
        loss.backward()
        return loss.detach()

    def critic_backward(self, batch):
        self.critic_optim.zero_grad(set_to_none=True)  # expect: gradients-cleared-per-micro-batch
        with self.context():
            self.critic(batch).backward()

    def each(self, batches):
        for batch in batches:
            self.optimizer.zero_grad()  # expect: gradients-cleared-per-micro-batch
            self.model(batch).backward()

    def optim_step(self):
        self.optimizer.step()
        self.critic_optim.step()
        self.scheduler.step()


class Whole:
    def train_step(self, batch):
        self.optimizer.zero_grad()  # silent: the step is here
        self.model(batch).backward()
        self.optimizer.step()

    def last(self):
        self.optimizer.step()


class Accumulating:
    def forward_backward(self, batches):
        self.optimizer.zero_grad()  # silent: once before all micro-batches
        for batch in batches:
            self.model(batch).backward()

    def step(self):
        self.optimizer.step()


class Called:
    def train(self, batch):
        self.backward(batch)
        self.optimizer.step()

    def backward(self, batch):
        self.optimizer.zero_grad()  # silent: the class calls it once per step
        self.model(batch).backward()


class Behind:
    def backward(self, batch):
        self.model(batch).backward()

    def step(self):
        self.optimizer.step()
        self.optimizer.zero_grad()  # silent: behind the step


class Cleared:
    def clear(self):
        self.optimizer.zero_grad()  # silent: no backward pass here

    def step(self):
        self.optimizer.step()
