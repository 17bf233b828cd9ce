#include "services/report/glossary/entry.h"

namespace allreview::report::glossary {
namespace {

constexpr Source kDistCheckpointing = {"Megatron Core documentation: dist_checkpointing package"};

constexpr Entry kEntries[] = {
    {.id = "state-dict",
     .terms = "state_dict load_state_dict state_dict_for_save_checkpoint strict_loading "
              "_load_from_state_dict missing_keys unexpected_keys register_buffer",
     .name = {"State dicts", "state_dict"},
     .meaning =
         {"A mapping from names to tensors, built from the tree of modules. Every checkpoint on "
          "disk depends on these names: renaming an attribute renames its key.",
          "由模块树生成的从名称到张量的字典。磁盘上的所有 checkpoint "
          "都依赖这些名称：重命名属性就是重命名 key。"},
     .pitfall = {"Without a mapping from old to new keys, old checkpoints fail to load; with "
                 "`strict=False` they load without the renamed part.",
                 "没有新旧 key 的对照表，旧 checkpoint 会加载失败；使用 `strict=False` "
                 "时则会悄悄漏掉改名的部分。"},
     .source = {"PyTorch documentation: torch.nn.Module"}},
    {.id = "distributed-checkpoint",
     .terms = "sharded_state_dict dist_checkpointing sharded_tensor sharded_object "
              "sharded_offsets make_sharded_tensors_for_checkpoint replica_id "
              "fully_parallel_save sharded_tensor_factory torch.distributed.checkpoint "
              "dist_ckpt sharded_strategy",
     .name = {"Distributed checkpoints", "分布式 checkpoint"},
     .meaning = {"Each rank describes its shards by key, global shape and offset; the checkpoint "
                 "can then be loaded with another parallel layout. Replicas are told apart by an "
                 "id, so that one of them writes.",
                 "每个 rank 用 key、全局形状和偏移描述自己的分片，因此 checkpoint "
                 "可以用不同的并行布局加载。副本通过 id 区分，"
                 "只有一个负责写入。"},
     .pitfall =
         {"A wrong offset or axis saves without an error and loads shuffled weights at another "
          "parallel size: only a test that changes the size between save and load shows it.",
          "偏移或切分轴写错时，保存不会报错，换并行度加载后权重却是错乱的：只有在保存与加载"
          "之间改变并行度的测试才能"
          "发现。"},
     .second_pitfall = Phrase("Saving and loading are collective: every rank must take part, with "
                              "the same keys.",
                              "保存和加载都是集合操作：每个 rank 都必须参与，且 key 一致。"),
     .source = kDistCheckpointing},
    {.id = "asynchronous-save",
     .terms = "async_save async_calls_queue schedule_async_save maybe_finalize_async_save "
              "finalize_async_save async_request filesystem_writer async_ckpt "
              "persistent_checkpoint_worker finalize_fns",
     .name = {"Asynchronous saving", "异步保存"},
     .meaning =
         {"Tensors are copied to host memory, and another process writes them while training "
          "goes on. A final step on all ranks marks the checkpoint as complete.",
          "张量先拷到主机内存，由另一个进程写盘，训练继续进行。最后由所有 rank 一起确认，标记 "
          "checkpoint 完成。"},
     .pitfall = {"Until that step the checkpoint must not be found by a restart, and the copies "
                 "must be taken before the optimizer changes the originals.",
                 "在此之前，重启不能认为该 checkpoint 可用；拷贝必须在优化器修改原张量之前完成。"},
     .source = kDistCheckpointing},
    {.id = "unpickling",
     .terms = "torch.load weights_only pickle.load unpickler pickle.loads safe_globals "
              "add_safe_globals",
     .name = {"Loading pickled data", "加载 pickle 数据"},
     .meaning = {"A pickle is a program: loading one may call any function. `weights_only=True` "
                 "restricts `torch.load` to tensors and plain containers.",
                 "pickle 就是程序：加载时可以调用任意函数。`weights_only=True` 让 `torch.load` "
                 "只接受张量和普通容器。"},
     .pitfall =
         {"Do not load files from other sources without it; classes in checkpoints must stay "
          "importable under their old path, or be registered with "
          "`torch.serialization.add_safe_globals`.",
          "来自外部的文件必须加上此限制才能加载；checkpoint 中包含的类必须能按旧路径导入，或用 "
          "`torch.serialization.add_safe_globals` 注册。"},
     .source = {"PyTorch documentation: torch.load"}},
    {.id = "fault-tolerance",
     .terms = "in_process_restart fault_tolerance ft_integration rerun_state_machine nvrx "
              "nvidia_resiliency_ext local_checkpoint straggler_detector straggler "
              "heartbeat_monitor",
     .name = {"Fault tolerance", "容错"},
     .meaning =
         {"At thousands of GPUs failures are daily: heartbeats find hung ranks, local copies "
          "of checkpoints and restarts inside the process shorten the loss, and repeated "
          "steps tell faulty hardware from faulty code.",
          "在数千 GPU 规模下故障每天都会发生：心跳发现挂死的 rank，本地 checkpoint "
          "和进程内重启减少损失，重跑同一步"
          "用来区分硬件故障和代码错误。"},
     .pitfall = {"Module level state (groups, caches, counters) survives an in-process restart and "
                 "must be reset by hand.",
                 "模块级状态（进程组、缓存、计数器）在进程内重启后依然存在，必须手动重置。"},
     .source = {"NVIDIA Resiliency Extension documentation"}},
};

}  // namespace

absl::Span<const Entry> CheckpointEntries() { return kEntries; }

}  // namespace allreview::report::glossary
