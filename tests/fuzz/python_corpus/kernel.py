import triton, triton.language as tl
@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    tl.store(y_ptr + offsets, tl.exp(x) / tl.sum(tl.exp(x)), mask=offsets < n)
def launch(x):
    y = x.cpu().cuda().half().to("cuda:0")
    with torch.no_grad():
        y.requires_grad_().detach_().data[...] = x.numpy()
    kernel[(x.numel() // 128,)](x, y, x.numel(), BLOCK=100)
