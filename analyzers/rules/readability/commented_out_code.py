# === several places are one finding
# --- pkg/step.py before
import torch


def step(optimizer, loss):
    loss = scale(loss)
    torch.cuda.synchronize()
    loss.backward()
    optimizer.step()


def forward(self, x):
    for part in self.parts:
        x = part(x)
    return x


def explained(x, group):
    x = gather(x, group)
    return x


def moved(x):
    report(x)
    return finish(x)


def twice(x):
    log_norm(x)
    log_norm(x)
    return x


def kept(x):
    # y = torch.relu(x)
    return x
# --- pkg/step.py after
import torch


def step(optimizer, loss):
    # loss = scale(loss)  # expect: commented-out-code
    # torch.cuda.synchronize()
    loss.backward()
    optimizer.step()


def forward(self, x):
    # for part in self.parts:
    #     x = part(x)
    return x  # silent: said once for the change


def explained(x, group):
    # All ranks have it already since the loader broadcasts it.
    # x = gather(x, group)
    return x  # silent: says why


def moved(x):
    # report(x)
    y = finish(x)
    report(x)  # silent: it still runs
    return y


def twice(x):
    # log_norm(x)  # noqa: ERA001
    log_norm(x)
    return x  # silent: somebody decided so


def kept(x):
    # y = torch.relu(x)
    return x + 1  # silent: the comment was there before


def added(x):
    # hidden = self.norm(x)
    return x  # silent: never ran here
# === one line
# --- pkg/loop.py before
def train(model, batches):
    for batch in batches:
        check(batch)
        model(batch)
# --- pkg/loop.py after
def train(model, batches):
    for batch in batches:
        # check(batch)  # expect: commented-out-code
        model(batch)
# === a test
# --- tests/test_loop.py before
def test_loop():
    run_loop(3)
    assert_clean()
# --- tests/test_loop.py after
def test_loop():
    run_loop(3)
    #assert_clean()  # expect: commented-out-code
