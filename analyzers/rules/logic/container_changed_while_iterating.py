def drop_empty(groups, state, cache, self):
    for group in groups:
        if not group.params:
            groups.remove(group)  # expect: container-changed-while-iterating
    for key in state:
        if key.startswith("_extra"):
            del state[key]  # expect: container-changed-while-iterating
    for key, value in self.buffers.items():
        if value is None:
            self.buffers.pop(key)  # expect: container-changed-while-iterating
    for index, row in enumerate(cache):
        if row.done:
            cache.pop(index)  # expect: container-changed-while-iterating


def fine(groups, state, work, self, other):
    for group in list(groups):
        groups.remove(group)  # silent: walks over a copy
    for key in sorted(state):
        del state[key]  # silent: likewise
    for group in groups:
        if group.is_frozen:
            groups.remove(group)  # silent: the loop ends
            break
    for key in list(state.keys()):
        state.pop(key)  # silent: a copy of the keys
    for item in work:
        work.append(item.child)  # silent: a work list grows
    for key in state:
        state[key] = None  # silent: the keys stay
    for group in groups:
        other.remove(group)  # silent: another container
    for key in self.buffers:
        self.hooks.append(lambda: self.buffers.pop(key, None))  # silent: runs later
    for group in groups:
        groups = [one for one in groups if one is not group]
        groups.insert(0, group)  # silent: a new list
    for key in self:
        self.discard(key)  # silent: a class of its own
    for group in groups:
        groups.discard(group)  # noqa: B909  # silent: on purpose, says the comment
