import torch
import torch.distributed as dist

from loom.loss import vocab_parallel_cross_entropy


def test_equals_cross_entropy_on_one_rank(tmp_path):
    dist.init_process_group("gloo", init_method=f"file://{tmp_path}/store", rank=0, world_size=1)
    try:
        logits, target = torch.randn(5, 11), torch.randint(0, 11, (5,))
        loss = vocab_parallel_cross_entropy(logits.clone(), target, dist.group.WORLD)
        expected = torch.nn.functional.cross_entropy(logits, target, reduction="none")
        torch.testing.assert_close(loss, expected)
    finally:
        dist.destroy_process_group()
