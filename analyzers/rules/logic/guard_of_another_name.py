def offset(first_layers, last_layers):
    first = 0 if first_layers is None else first_layers
    return first + (0 if first_layers is None else last_layers)  # expect: guard-of-another-name


def of_config(config):
    return 1 if config.encoder_size is None else config.decoder_size  # expect: guard-of-another-name


def negated(query_bias=None, key_bias=None):
    return key_bias if query_bias is not None else 0  # expect: guard-of-another-name


def same(first_layers):
    return 0 if first_layers is None else first_layers  # silent: the one that is tested


def stand_in(first_layers, last_layers):
    return last_layers if first_layers is None else first_layers  # silent: one for the other


def other_words(mask, hidden):
    return 0 if mask is None else hidden  # silent: the mask decides what is done


def other_object(first, second):
    return 0 if first.key_bias is None else second.query_bias  # silent: of another object


def never_none(scale_a=None):
    scale_b = 3
    return 1 if scale_a is None else scale_b  # silent: it is a number


def gradient(bias, dbias):
    return dbias if bias is not None else None  # silent: None for None


def computed(first_layers, last_layers):
    return 0 if first_layers is None else count(last_layers)  # silent: whatever it returns
