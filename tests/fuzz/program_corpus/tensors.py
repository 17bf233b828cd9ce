import torch
import torch.nn.functional as F
from einops import rearrange

SIZE = 16


class Attention(torch.nn.Module):
    def __init__(self, h, n):
        super().__init__()
        self.qkv = torch.nn.Linear(h, 3 * h)
        self.n, self.d = n, h // n
        self.norm = torch.nn.LayerNorm(h)
        self.layers = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3, padding=1), torch.nn.ReLU())

    def forward(self, x: torch.Tensor, cache=()):
        s, b, h = x.size()
        q, k, v = self.qkv(self.norm(x)).view(s, b, self.n, 3 * self.d).split(self.d, dim=-1)
        q = rearrange(q, "s b n d -> b n s d")
        scores = q @ k.permute(1, 2, 3, 0) / self.d ** 0.5
        scores = scores + torch.full((s, s), -1e9).triu_(1)[None, None]
        out = (scores.softmax(-1, dtype=torch.float32).to(q.dtype) @ v.permute(1, 2, 0, 3))
        out = torch.cat([out, out], dim=2).reshape(b, -1)[:, ::2].unsqueeze(0).expand(4, -1, -1)
        return out.transpose(0, 1).contiguous().t()


def loss(logits, labels):
    picked = F.cross_entropy(logits.flatten(0, 1), labels.view(-1), ignore_index=-100)
    wrong = torch.zeros(2, 3) @ torch.ones(2, 3) + torch.arange(5)
    table = F.embedding(torch.rand(3), torch.empty(SIZE, 4))
    index = torch.tensor([[1, 2], [3, 4]]).gather(1, labels[..., None].long())
    labels[labels == SIZE, None, ..., 0:4:2] = picked.item()
    return torch.stack([wrong, table]).sum(dim=(0, 7)), index[5], picked[0]


loss(torch.randn(2, 3, SIZE), torch.randint(0, SIZE, (2, 3)))
Attention(64, 8)(torch.zeros(4, 2, 32, device="cuda", dtype=torch.bfloat16))
