def get_names(module):
    names = module.names
    for child in module.children:
        names |= {child.name}  # expect: query-changes-its-source
    return names


def collect_hooks(module, more):
    hooks = module.hooks
    hooks.extend(more)  # expect: query-changes-its-source
    return hooks


class Model:
    @property
    def groups(self):
        groups = self._groups
        groups += [self.last]  # expect: query-changes-its-source
        return groups

    def add_group(self, group):
        groups = self._groups
        groups += [group]  # silent: the function is there to change it
        return groups


def get_copy(module):
    names = set(module.names)
    names |= {"last"}  # silent: a copy
    return names


def get_count(module):
    count = module.count
    count += 1  # silent: a number
    return count


def get_ids(tokenizer, text, end):
    ids = tokenizer.encode(text).ids
    ids.append(end)  # silent: a new object
    return ids


def get_first(module, more):
    hooks = module.hooks
    hooks.extend(more)  # silent: something else is returned
    return hooks[0]


def get_fresh(module):
    names = module.names
    names = names | {"last"}
    names |= {"first"}  # silent: a new set by then
    return names
