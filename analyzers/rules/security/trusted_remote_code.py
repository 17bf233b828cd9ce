# --- pkg/tokenizers.py before
from transformers import AutoModel


def model(path):
    return AutoModel.from_pretrained(path, trust_remote_code=True)
# --- pkg/tokenizers.py after
from transformers import AutoConfig, AutoModel, AutoTokenizer


def model(path, device):
    # silent: it was there before
    return AutoModel.from_pretrained(path, trust_remote_code=True).to(device)


def tokenizer(path):
    return AutoTokenizer.from_pretrained(path, trust_remote_code=True)  # expect: trusted-remote-code


def configuration(path):
    return AutoConfig.from_pretrained(
        path,
        trust_remote_code=True,  # expect: trusted-remote-code
    )


def chosen(path, args):
    # silent: a flag decides
    return AutoTokenizer.from_pretrained(path, trust_remote_code=args.trust_remote_code)


def off(path):
    return AutoTokenizer.from_pretrained(path, trust_remote_code=False)  # silent: off


def pinned(path):
    # silent: the revision is pinned
    return AutoConfig.from_pretrained(path, trust_remote_code=True, revision="3f1c9ab27d")


def flag(parser):
    parser.add_argument("--trust-remote-code", action="store_true")  # silent: a flag
# --- tools/convert.py
from transformers import AutoModel

model = AutoModel.from_pretrained("org/model", trust_remote_code=True)  # expect: trusted-remote-code
# --- tests/test_tokenizers.py
from transformers import AutoTokenizer


def test_tokenizer(path):
    assert AutoTokenizer.from_pretrained(path, trust_remote_code=True)  # silent: a test
