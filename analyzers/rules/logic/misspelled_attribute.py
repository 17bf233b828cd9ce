# --- pkg/other.py unchanged
def read(module):
    return module.num_dgrads, module.weight_grid
# --- pkg/module.py
class Layer:
    def __init__(self, size, group):
        self.hidden_size = size
        self.process_group = group
        self.attention = None

    def resize(self, size):
        self.hiden_size = size  # expect: misspelled-attribute
        return self.hidden_size

    def regroup(self, group):
        self.proccess_group = group  # expect: misspelled-attribute
        return self.process_group.size()

    def attach(self, attention):
        self.attentoin = attention  # expect: misspelled-attribute
        return self.attention


class Counts:
    def __init__(self, grads):
        self.num_wgrads = grads
        self.num_dgrads = grads  # silent: two words
        self.tensor_sizes = grads
        self.tensor_size = grads  # silent: singular and plural
        self.stage_1_buffer = grads
        self.stage_2_buffer = grads  # silent: numbers
        self.weight_grad = grads
        self.weight_grid = grads  # silent: another file reads it
        self.batch_rate = grads
        self.batch_rote = grads  # silent: a word of this file
        self.short = grads
        self.shart = grads  # silent: short names are near by chance

    def rote_learning(self):
        return self.num_wgrads, self.tensor_sizes, self.stage_1_buffer, self.weight_grad

    def more(self):
        return self.batch_rate, self.short
