# --- pkg/step.py before
def kept(x):
    # y = torch.relu(x)
    return x
# --- pkg/step.py after
import torch


def kept(x):
    # y = torch.relu(x)
    return x + 1  # silent: the comment was there before


def step(optimizer, loss):
    loss = loss / 2

    # torch.cuda.synchronize()  # expect: commented-out-code
    loss.backward()

    # print(loss)
    optimizer.step()  # silent: one word and a remark may look like that


def forward(self, x):
    # hidden = self.norm(x)  # expect: commented-out-code
    # hidden = self.dropout(hidden)
    x = self.mixer(x)

    # for part in self.parts:  # expect: commented-out-code
    #     x = part(x)
    return x


def several_lines(x):
    y = x

    # out = fused(  # expect: commented-out-code
    #     x,
    #     weight=None,
    # )
    return y


def shapes(x):
    # [batch, sequence, hidden]
    y = x.transpose(0, 1)  # silent: a shape
    # scores (batch, heads)
    return y.sum()  # silent: words with a shape behind


def formula(x, eps):
    # μ = mean(x)
    return x - eps  # silent: a formula, not ASCII


def explained(x, group):
    # x = gather(x): every rank has all of it now
    x = gather(x, group)
    # y = x.view(-1)
    y = x.view(-1)  # silent: says what the line does
    return y


def prose(x, w):
    # Scale first, as the kernel expects it to be done.
    # out = scale(x, w)
    return torch.matmul(x, w)  # silent: one line within a text


def example(x):
    # Usage:
    #   model = Model.from_config(path)
    #   model.load(x)
    return x  # silent: an example of its use


def words(x):
    # return early when nothing is left
    if not x:  # silent: a sentence that begins like code
        return None
    return x


def waived(x):
    # torch.cuda.synchronize()  # noqa: ERA001
    return x  # silent: somebody decided so
