#include "services/report/glossary/entry.h"

namespace allreview::report::glossary {
namespace {

constexpr Source kTorchDistributed = {
    "PyTorch documentation: Distributed communication package - torch.distributed"};

constexpr Entry kEntries[] = {
    {.id = "all-reduce",
     .terms = "all_reduce allreduce_coalesced reduce_from_tensor_model_parallel_region",
     .name = {"All-reduce", "All-reduce（全归约）"},
     .meaning = {"Every rank of a group contributes a tensor and every rank receives the "
                 "element-wise sum (or maximum, average…). It is how gradients of data parallel "
                 "replicas and partial results of tensor parallel layers become one value. On a "
                 "ring it moves about twice the size of the tensor through each rank.",
                 "组内每个 rank 提供一个张量，每个 rank "
                 "都得到逐元素求和（或取最大值、平均等）的结果。数据并行"
                 "副本的梯度、张量并行层的部分结果都靠它合成一个值。用环形算法时，每个 rank "
                 "的通信量约为张量大小"
                 "的两倍。"},
     .pitfall = {"All ranks of the group must call it, in the same order and with the same shape; "
                 "a call behind a condition that differs between ranks hangs the job.",
                 "组内所有 rank 必须以相同顺序、相同形状调用；如果调用位于各 rank "
                 "取值不同的条件之后，任务会"
                 "挂死。"},
     .second_pitfall = Phrase(
         "The result replaces the tensor in place: on a temporary (after "
         "`.float()` or an index) the sum is lost.",
         "结果就地写回张量：如果传入的是临时张量（例如 `.float()` 或索引之后的结果），求和结果"
         "会丢失。"),
     .source = kTorchDistributed},
    {.id = "all-gather",
     .terms = "all_gather all_gather_into_tensor all_gather_base "
              "gather_from_sequence_parallel_region gather_from_tensor_model_parallel_region",
     .name = {"All-gather", "All-gather（全收集）"},
     .meaning = {"Every rank contributes its shard and every rank ends with the shards of all, in "
                 "rank order. Sharded parameters and sequence parallel activations are gathered "
                 "with it just before use. The output is the group size times the input, which is "
                 "the memory peak to watch.",
                 "每个 rank 提供自己的分片，最终每个 rank 都得到按 rank "
                 "顺序排列的全部分片。分片参数和序列并行的"
                 "激活在使用之前用它还原。输出大小是输入乘以组大小，这正是需要留意的显存峰值。"},
     .pitfall = {"Shards must have the same shape on all ranks unless the call is made for uneven "
                 "sizes; the last shard of a length that does not divide needs padding.",
                 "除非使用支持不等长的调用，各 rank "
                 "的分片形状必须一致；长度不能整除时，最后一个分片需要填充。"},
     .second_pitfall =
         Phrase("The backward of a gather is a reduce-scatter when the ranks used the full tensor "
                "for different work, and a plain split when they all did the same work; the wrong "
                "choice scales gradients by the group size.",
                "如果各 rank 用完整张量做不同的计算，gather 的反向是 reduce-scatter；如果做的是相同"
                "计算，则只需切分。选错会让梯度差一个组大小的倍数。"),
     .source = kTorchDistributed},
    {.id = "reduce-scatter",
     .terms = "reduce_scatter reduce_scatter_tensor reduce_scatter_base "
              "reduce_scatter_to_sequence_parallel_region",
     .name = {"Reduce-scatter", "Reduce-scatter（归约散发）"},
     .meaning =
         {"The tensors of all ranks are summed, and each rank keeps only its own slice of the sum. "
          "Followed by an all-gather it equals an all-reduce, so sharded optimizers and sequence "
          "parallelism cause the same traffic but need only a fraction of the memory.",
          "对所有 rank 的张量求和，每个 rank 只保留和的一个切片。它与 all-gather 合起来就是一次 "
          "all-reduce，因此分片优化器和序列并行在通信量相同的情况下只占一部分显存。"},
     .pitfall =
         {"The dimension that is split must be divisible by the group size, and summing in bf16 "
          "over many ranks loses low bits that an fp32 sum keeps.",
          "被切分的维度必须能被组大小整除；在很多 rank 上以 bf16 求和会丢失 fp32 能保留的低位。"},
     .source = kTorchDistributed},
    {.id = "all-to-all",
     .terms = "all_to_all all_to_all_single a2a",
     .name = {"All-to-all", "All-to-all（全交换）"},
     .meaning = {"Each rank sends a different slice to every other rank and receives one from "
                 "each. Expert parallelism uses it to send tokens to their experts and back, "
                 "context parallelism to exchange sequence shards for head shards. Its cost grows "
                 "with the number of nodes that it crosses.",
                 "每个 rank 给其他每个 rank 发送不同的切片，并从每个 rank 收到一片。专家并行用它把 "
                 "token 送到专家"
                 "再送回来，上下文并行用它把序列分片换成注意力头分片。跨越的节点越多，代价越高。"},
     .pitfall =
         {"Split sizes must agree pairwise between sender and receiver; reading them from "
          "the GPU makes the CPU wait in every layer.",
          "发送方和接收方的切分大小必须两两一致；如果要从 GPU 读取这些大小，CPU 会在每一层等待。"},
     .source = kTorchDistributed},
    {.id = "broadcast",
     .terms = "broadcast_data dist.broadcast torch.distributed.broadcast "
              "broadcast_params",
     .name = {"Broadcast", "Broadcast（广播）"},
     .meaning = {"One rank sends a tensor to all others of its group. It keeps replicas equal at "
                 "start-up and hands batches from the rank that reads data to the ranks that "
                 "share them.",
                 "由一个 rank 把张量发给组内其他所有 "
                 "rank。它用来在启动时让各副本一致，也用来把读取数据的 rank 上的 "
                 "batch 交给共享它的其他 rank。"},
     .pitfall = {"`src` is the global rank, not the rank in the group, and receivers must already "
                 "know shape and dtype.",
                 "`src` 是全局 rank，而不是组内 rank；接收方必须事先知道形状和 dtype。"},
     .source = kTorchDistributed},
    {.id = "object-collectives",
     .terms = "all_gather_object gather_object broadcast_object_list scatter_object_list",
     .name = {"Object collectives", "对象集合通信（object collective）"},
     .meaning =
         {"Collectives for Python objects: the objects are pickled, their sizes are exchanged, "
          "then their bytes are sent as tensors. They are convenient for small metadata but far "
          "slower than collectives on tensors.",
          "针对 Python "
          "对象的集合通信：先序列化，交换大小，再以张量形式传输字节。适合少量元数据，比张量集合通信"
          "慢"
          "得多。"},
     .pitfall = {"With NCCL the bytes go through the current CUDA device, which must be set, and "
                 "the CPU waits for the result, which slows down a training step.",
                 "使用 NCCL 时字节要经过当前 CUDA 设备，因此必须先设置好设备；CPU "
                 "会等待结果，放在训练步里会有明显影响。"},
     .source = kTorchDistributed},
    {.id = "point-to-point",
     .terms = "p2p p2p_op isend irecv batch_isend_irecv send_forward recv_forward send_backward "
              "recv_backward p2p_communication",
     .name = {"Point-to-point communication", "点对点通信（P2P）"},
     .meaning = {"A send on one rank matches a receive on another. Pipeline stages pass "
                 "activations forward and gradients backward this way. Unlike in a collective, "
                 "only two ranks have to agree, but they must agree on content, size and order.",
                 "一个 rank 上的 send 对应另一个 rank 上的 recv。流水线各 stage "
                 "就这样向前传激活、向后传梯度。与集合通信"
                 "不同，只需两个 rank 达成一致，但内容、大小和顺序都必须一致。"},
     .pitfall = {"Two neighbours that both send first wait for each other; batching the operations "
                 "or ordering them by the parity of the rank prevents it.",
                 "相邻两个 rank 都先发送就会互相等待；把操作打包成一批，或按 rank "
                 "奇偶安排顺序，可以避免。"},
     .source = kTorchDistributed},
    {.id = "process-group",
     .terms = "new_group process_group pg_collection process_group_collection "
              "create_group init_process_group destroy_process_group",
     .name = {"Process groups", "进程组（process group）"},
     .meaning = {"A subset of all ranks with a communicator of its own. Each kind of parallelism "
                 "has its groups, and each rank is a member of one group of each kind. A "
                 "collective involves exactly the members of the group that is passed to it.",
                 "全部 rank 的一个子集，拥有自己的通信器。每种并行方式都有自己的进程组，每个 rank "
                 "在每一种里属于其中"
                 "一个。集合通信的范围就是传入的那个组的成员。"},
     .pitfall =
         {"Every rank of the job must call `new_group` for every group, in the same order, "
          "even for groups that it does not belong to.",
          "作业中的每个 rank 都必须以相同顺序为每个组调用 `new_group`，即使自己不属于该组。"},
     .second_pitfall =
         Phrase("`group=None` means all ranks: a forgotten argument silently reduces "
                "over too many of them.",
                "`group=None` 表示所有 rank：忘记传参会悄无声息地在过大的范围上归约。"),
     .source = kTorchDistributed},
    {.id = "async-communication",
     .terms = "async_op handle.wait work.wait async_communication overlap_grad_reduce "
              "overlap_param_gather start_grad_sync finish_grad_sync",
     .name = {"Overlapped communication", "通信与计算重叠"},
     .meaning = {"With `async_op=True` a collective returns a handle at once and overlaps with "
                 "computation; `wait()` on the handle makes later kernels wait for it. This hides "
                 "communication time as long as there is enough computation to overlap.",
                 "使用 `async_op=True` 时集合通信立刻返回一个句柄，并与计算同时进行；对句柄调用 "
                 "`wait()` 会让后续 kernel "
                 "排在它之后。只要期间有足够的计算，网络时间就被隐藏。"},
     .pitfall =
         {"Before `wait()` the result must not be read and the input must not be changed or freed; "
          "mistakes show as occasional wrong values, not as an exception.",
          "在 `wait()` "
          "之前，既不能读结果，也不能修改或释放输入；出错时表现为偶发的错误数值，而不是异常。"},
     .source = kTorchDistributed},
    {.id = "barrier",
     .terms = "dist.barrier torch.distributed.barrier monitored_barrier",
     .name = {"Barrier", "Barrier（栅栏同步）"},
     .meaning = {"All ranks of a group wait until the last one has arrived. It orders work outside "
                 "of tensors: one rank writes a file, the others read it afterwards.",
                 "组内所有 rank 都等到最后一个到达。它用来给张量之外的工作排序：一个 rank "
                 "写文件，其他 rank 之后再读。"},
     .pitfall = {"In a training step it makes every rank as slow as the slowest, and a rank that "
                 "exited early through an exception leaves the others waiting for the timeout.",
                 "放在训练步里会让最慢的 rank 决定所有人的速度；某个 rank 因异常提前退出时，其余 "
                 "rank 会一直等到超时。"},
     .source = kTorchDistributed},
    {.id = "symmetric-memory",
     .terms = "symmetric_memory symm_mem nvls nvshmem nccl_ub userbuffers user_buffer_registration",
     .name = {"Symmetric and registered memory", "对称内存与注册内存"},
     .meaning = {"Buffers that every rank allocates in the same way and registers, so that the "
                 "others, or the switch between them, can access them directly. Collectives on "
                 "such buffers skip a copy and need fewer streaming multiprocessors.",
                 "各 rank 以相同方式分配并注册的缓冲区，其他 rank "
                 "或它们之间的交换机可以直接访问。在这类缓冲区上做集合"
                 "通信省去一次拷贝，占用的 SM 也更少。"},
     .pitfall = {"Allocation is itself collective: if one rank skips it or uses another size, all "
                 "ranks fail; the memory is also outside the caching allocator.",
                 "分配本身就是集合操作：某个 rank 跳过或大小不同，所有 rank "
                 "都会出错；这部分内存也不归缓存分配器管理。"},
     .source = {"PyTorch documentation: PyTorch Symmetric Memory"}},
};

}  // namespace

absl::Span<const Entry> CommunicationEntries() { return kEntries; }

}  // namespace allreview::report::glossary
