#include "services/report/glossary/entry.h"

namespace allreview::report::glossary {
namespace {

constexpr Source kCudaSemantics = {"PyTorch documentation: CUDA semantics"};

constexpr Entry kEntries[] = {
    {.id = "cuda-graph",
     .terms = "cuda_graph cuda_graphs make_graphed_callables torch.cuda.CUDAGraph "
              "full_cuda_graph cuda_graph_scope cuda_graph_impl is_graph_capturing "
              "graph_capture cuda_graph_manager",
     .name = {"CUDA graphs", "CUDA graph"},
     .meaning = {"A sequence of kernels is captured once and launched as a whole, which saves the "
                 "CPU time of launching each. Memory addresses, shapes and the path through Python "
                 "are frozen by the capture.",
                 "一串 kernel 被捕获一次，之后整体发射，省去逐个发射的 CPU "
                 "时间。捕获会固定内存地址、形状以及 Python 的执行"
                 "路径。"},
     .pitfall = {"Python does not run at replay: branches on values, `.item()`, new allocations, "
                 "counters and logging happen at capture only. Inputs must be copied into the "
                 "static buffers.",
                 "回放时不执行 "
                 "Python：依赖数值的分支、`.item()`"
                 "、新的内存分配、计数器和日志只在捕获时发生。输入必须拷贝到静态"
                 "缓冲区。"},
     .second_pitfall =
         Phrase("Random generators must be registered with the graph, or every replay "
                "draws the same numbers.",
                "随机数生成器必须注册到 graph，否则每次回放得到相同的随机数。"),
     .source = kCudaSemantics},
    {.id = "cuda-streams",
     .terms = "wait_stream record_stream torch.cuda.Stream cuda_stream wait_event side_stream "
              "torch.cuda.Event comm_stream record_event",
     .name = {"CUDA streams and events", "CUDA stream 与 event"},
     .meaning = {"Kernels of one stream run in order; those of different streams may run at the "
                 "same time. Events and `wait_stream` order what depends on each other across "
                 "streams.",
                 "同一 stream 的 kernel 按序执行，不同 stream 的可以同时执行。跨 stream 的依赖用 "
                 "event 和 `wait_stream` 排序。"},
     .pitfall =
         {"The allocator reuses memory by the stream that it was allocated on: a tensor that "
          "another stream still reads needs `record_stream`, or a reference until then.",
          "分配器按分配时所在的 stream 复用内存：仍被其他 stream 读取的张量需要 "
          "`record_stream`，或保持引用到读完。"},
     .source = kCudaSemantics},
    {.id = "host-synchronisation",
     .terms = "torch.cuda.synchronize current_stream.synchronize host_sync cuda_sync "
              "device_synchronize",
     .name = {"Waiting for the GPU", "CPU–GPU 同步"},
     .meaning = {"The CPU runs ahead of the GPU and queues kernels. Reading a value back "
                 "(`.item()`, `.cpu()`, `if tensor:`) makes it wait until all queued work is done, "
                 "and the GPU then idles until new work arrives.",
                 "CPU 提前于 GPU 排队发射 kernel。读回数值（`.item()`、`.cpu()`、`if "
                 "tensor:`）会让 CPU 等到队列清空，随后 GPU "
                 "又要空等新的任务。"},
     .pitfall = {"In a loop over layers or microbatches, one such read costs more than the value "
                 "is worth: keep the value on the GPU, or read it once per step.",
                 "在层或 microbatch 循环里，一次读取的代价往往超过其价值：把它留在 GPU "
                 "上，或者每步只读一次。"},
     .source = kCudaSemantics},
    {.id = "pinned-memory",
     .terms = "pin_memory pinned_memory non_blocking pinned_buffer",
     .name = {"Pinned memory and asynchronous copies", "锁页内存与异步拷贝"},
     .meaning = {"Copies between host and GPU overlap with other work only when the host's side is "
                 "pinned and `non_blocking=True` is given. Otherwise the CPU waits.",
                 "只有主机侧是锁页内存并且传入 `non_blocking=True`，主机与 GPU "
                 "之间的拷贝才能与其他工作重叠，否则 CPU 会等待。"},
     .pitfall = {"From GPU to host the call returns before the data is there: reading it without a "
                 "synchronisation gives old bytes.",
                 "从 GPU 拷到主机时，调用在数据到达之前就返回：不同步就读取会得到旧数据。"},
     .source = {"PyTorch documentation: A guide on good usage of non_blocking and pin_memory()"}},
    {.id = "torch-compile",
     .terms = "torch.compile dynamo torchdynamo torch.jit.script jit_fuser inductor "
              "graph_break",
     .name = {"torch.compile", "torch.compile"},
     .meaning = {"Python functions are traced into graphs and compiled to fused kernels. Guards "
                 "check at each call that the assumptions (shapes, dtypes, attributes) still hold.",
                 "把 Python 函数追踪成图并编译为融合 kernel。每次调用时由 guard "
                 "检查追踪时的假设（形状、dtype、属性）是否仍然"
                 "成立。"},
     .pitfall =
         {"Code that cannot be traced breaks the graph, and assumptions that keep changing cause "
          "recompilation; both cost time without a warning. Fusion also changes rounding.",
          "无法追踪的代码会打断图，不断变化的假设会反复重编译，代价都是无声的。融合也会改变舍入。"},
     .source = {"PyTorch documentation: torch.compiler"}},
    {.id = "triton",
     .terms =
         "triton triton.jit tl.load tl.store tl.dot triton.autotune tl.constexpr tl.program_id "
         "tl.arange",
     .name = {"Triton kernels", "Triton kernel"},
     .meaning = {"Kernels written in Python that work on blocks; each program instance handles one "
                 "block, and masks keep it inside the tensor. Block sizes are compile time "
                 "constants, often tuned at the first call.",
                 "用 Python 编写、按块计算的 kernel；每个 program "
                 "实例处理一块，用掩码避免越界。块大小是编译期常量，常在首次"
                 "调用时自动调优。"},
     .pitfall = {"A missing mask reads or writes outside the tensor without an error; int32 "
                 "offsets overflow for tensors of more than 2^31 elements.",
                 "缺少掩码会无声地越界读写；元素超过 2^31 的张量会使 int32 偏移溢出。"},
     .second_pitfall = Phrase("Strides are arguments: a kernel that assumes contiguity computes on "
                              "the wrong elements of a transposed input.",
                              "stride 是参数：假设连续的 kernel 遇到转置输入会读错元素。"),
     .source = {"Triton documentation: triton.language"}},
    {.id = "custom-operators",
     .terms = "torch.library custom_op register_fake register_autograd cpp_extension "
              "torch.utils.cpp_extension",
     .name = {"Custom operators", "自定义算子"},
     .meaning = {"Kernels that are registered with PyTorch's dispatcher, with a fake "
                 "implementation that computes shapes without data, so that tracing, autograd and "
                 "compilation can handle them.",
                 "注册到 PyTorch dispatcher 的 kernel，附带只推断形状的 fake "
                 "实现，使追踪、autograd 和编译都能识别。"},
     .pitfall = {"A fake implementation that disagrees with the real one on shape, dtype or "
                 "strides, or an undeclared mutation, breaks only compiled code.",
                 "fake 实现在形状、dtype 或 stride "
                 "上与真实实现不一致，或未声明就地修改，只会在编译后的代码里出错。"},
     .source = {"PyTorch documentation: torch.library"}},
    {.id = "caching-allocator",
     .terms = "empty_cache memory_reserved memory_allocated expandable_segments mem_pool "
              "torch.cuda.MemPool cuda_alloc_conf max_memory_allocated",
     .name = {"Caching allocator", "缓存分配器"},
     .meaning = {"PyTorch keeps freed GPU memory for later tensors. Blocks of many sizes fragment "
                 "it: memory can run out although enough is free in total.",
                 "PyTorch 会把释放的 GPU "
                 "内存留给后续张量。大小各异的块会造成碎片：总量足够时也可能分配失败。"},
     .pitfall = {"`empty_cache` in a step synchronises and makes the next allocations slow; memory "
                 "of graphs and of communication libraries is not in its statistics.",
                 "在训练步里调用 `empty_cache` 会触发同步，并让后续分配变慢；graph "
                 "和通信库占用的内存不在其统计之内。"},
     .source = kCudaSemantics},
};

}  // namespace

absl::Span<const Entry> RuntimeEntries() { return kEntries; }

}  // namespace allreview::report::glossary
