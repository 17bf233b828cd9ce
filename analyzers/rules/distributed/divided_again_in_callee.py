import torch.distributed as dist


class Reducer:
    def reduce(self, grads, group):
        if self.has_experts:
            for grad in grads:
                grad.div_(dist.get_world_size(group))
        self.copy(grads, group, divide=self.has_experts)  # expect: divided-again-in-callee
        self.bucket(grads, group, divide=self.has_experts)  # expect: divided-again-in-callee

    def average(self, grad, group, is_expert):
        if is_expert:
            grad /= dist.get_world_size(group) / self.sequence_size
        self.bucket([grad], group, divide=is_expert)  # expect: divided-again-in-callee

    def copy(self, grads, group, divide=True):
        self.bucket(grads, group, divide=divide)

    def bucket(self, grads, group, divide=True):
        for grad in grads:
            if divide:
                grad.div_(dist.get_world_size(group))
            dist.all_reduce(grad, group=group)

    def once(self, grads, group):
        if self.has_experts:
            for grad in grads:
                grad.div_(dist.get_world_size(group))
        self.bucket(grads, group, divide=False)  # silent: turned off

    def otherwise(self, grads, group):
        if not self.has_experts:
            for grad in grads:
                grad.div_(dist.get_world_size(group))
        self.bucket(grads, group, divide=self.has_experts)  # silent: one or the other

    def by_tokens(self, grads, group, tokens):
        if self.has_experts:
            for grad in grads:
                grad.div_(tokens)
        self.bucket(grads, group, divide=self.has_experts)  # silent: by a count of tokens

    def elsewhere(self, grads, group, other):
        if self.has_experts:
            for grad in grads:
                grad.div_(dist.get_world_size(group))
        other.bucket(grads, group, divide=self.has_experts)  # silent: nobody knows that method

    def ignored(self, grads, group):
        if self.has_experts:
            for grad in grads:
                grad.div_(dist.get_world_size(group))
        self.plain(grads, group, divide=self.has_experts)  # silent: the method never divides

    def plain(self, grads, group, divide=True):
        self.divide = divide
        for grad in grads:
            dist.all_reduce(grad, group=group)
