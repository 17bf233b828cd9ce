# title: Give logits a dtype
# body: `logit_dtype` is what the logits are cast to.
# --- model/head.py before
"""From hidden states to logits."""


class Head:
    """The last layer."""

    def __init__(self, width, vocabulary, parallel_output=True, share_weights=False):
        self.width = width
        self.vocabulary = vocabulary
        self.parallel_output = parallel_output
        self.share_weights = share_weights
# --- model/head.py after
"""From hidden states to logits."""


class Head:
    """The last layer."""

    def __init__(
        self,
        width,
        vocabulary,
#if defect
        logit_dtype=None,  # expect: parameter-inserted-before-others
#endif
        parallel_output=True,
        share_weights=False,
#if twin
        logit_dtype=None,
#endif
    ):
        self.width = width
        self.vocabulary = vocabulary
        self.logit_dtype = logit_dtype
        self.parallel_output = parallel_output
        self.share_weights = share_weights
# --- model/builder.py unchanged
from model.head import Head


def build(width):
    return Head(width, 32000, False, True)
