# --- pkg/dispatcher.py
class Dispatcher:
    def __init__(self, manager):
        self.manager = manager
        self.cudagraph_attrs = ["routing_map", "manager.token_probs"]
        self.saved_attrs = ["routing_map", "hidden_shape"]
        self.static_attrs = []
        self.static_attrs.append("manager.group")

    def outputs(self):
        values = []
        for name in self.cudagraph_attrs:
            values.append(getattr(self, name))  # expect: dotted-name-in-getattr
        return values

    def restore(self, values):
        for i, name in enumerate(self.static_attrs):
            setattr(self, name, values[i])  # expect: dotted-name-in-getattr

    def probs(self):
        return getattr(self, "manager.token_probs", None)  # expect: dotted-name-in-getattr

    def plain(self):
        return [getattr(self, name) for name in self.saved_attrs]  # silent: no dots in that list

    def in_parts(self):
        values = []
        for name in self.cudagraph_attrs:
            value = self
            for part in name.split("."):
                value = getattr(value, part)  # silent: the parts of the name
            values.append(value)
        return values

    def only_plain(self):
        for name in self.cudagraph_attrs:
            if "." in name:
                continue
            print(getattr(self, name))  # silent: dotted names are left out

    def versions(self, module):
        return getattr(module, "version", "1.0")  # silent: the dot is in the default

    def file_names(self, files):
        return getattr(files, f"part.{self.rank}")  # silent: made at run time
# --- pkg/layer.py
class Layer:
    def replay(self, dispatcher, outputs):
        for name, output in zip(dispatcher.cudagraph_attrs, outputs):
            setattr(dispatcher, name, output)  # expect: dotted-name-in-getattr

    def names(self, dispatcher):
        for name in dispatcher.other_attrs:
            print(getattr(dispatcher, name))  # silent: a list that is not known
