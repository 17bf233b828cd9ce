# --- pkg/upload.py
import os

TOKEN = "hf_qB7tZk2LwYc9RmXv4HdPs8JnGf3AuEi6To"  # expect: hard-coded-secret


def login(client):
    # expect: hard-coded-secret
    client.login(token="glpat-r7Kq2ZxWm9TbYc4LpVn8")
    # expect: hard-coded-secret
    # AKIAQ4W7ZT2MB6XK9RLD is the key of the cluster.
    client.select("cluster")
    # expect: hard-coded-secret
    client.key("""-----BEGIN RSA PRIVATE KEY-----
MIIEpAIBAAKCAQEAq7Zk2LwYc9RmXv4HdPs8JnGf3AuEi6ToB7tZk2LwYc9Rm
-----END RSA PRIVATE KEY-----""")


def from_environment():
    return os.environ["HF_TOKEN"]  # silent: not in the source


def described(client):
    client.login(token="hf_your_token_goes_right_here_0000000")  # silent: a placeholder
    client.login(token="ghp_000000000000000000000000000000000000")  # silent: not random
    client.login(token="AKIAIOSFODNN7EXAMPLE")  # silent: the example of the documentation


NAMES = {
    "dispatcher": "hf_moe_token_dispatcher_type_alltoall_1",  # silent: a name
    "header": "-----BEGIN RSA PRIVATE KEY-----",  # silent: a header without a key
    "short": "hf_abc123",  # silent: too short
}
# --- tests/test_upload.py
def test_login(client):
    client.login("hf_qB7tZk2LwYc9RmXv4HdPs8JnGf3AuEi6To")  # silent: a fake token
