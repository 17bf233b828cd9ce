#include "analyzers/lifecycles/event_names.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace allreview::lifecycles {
namespace {

using Name = absl::string_view;

template <size_t kCount>
bool Has(const Name (&names)[kCount], Name name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

Name LastPart(Name name) { return name.substr(name.rfind('.') + 1); }

bool IsClassName(Name name) { return !name.empty() && absl::ascii_isupper(name[0]); }

constexpr std::pair<Name, ObjectKind> kMakers[] = {
    {"torch.nn.parallel.DistributedDataParallel", ObjectKind::kDdp},
    {"torch.nn.parallel.distributed.DistributedDataParallel", ObjectKind::kDdp},
    {"torch.distributed.fsdp.FullyShardedDataParallel", ObjectKind::kFsdp},
    {"torch.distributed.fsdp.fully_sharded_data_parallel.FullyShardedDataParallel",
     ObjectKind::kFsdp},
    {"torch.nn.DataParallel", ObjectKind::kWrapper},
    {"torch.nn.parallel.DataParallel", ObjectKind::kWrapper},
    {"torch.nn.parallel.data_parallel.DataParallel", ObjectKind::kWrapper},
    {"torch.compile", ObjectKind::kWrapper},
    {"torch.jit.script", ObjectKind::kWrapper},
    {"torch.nn.SyncBatchNorm.convert_sync_batchnorm", ObjectKind::kWrapper},
    {"torch.GradScaler", ObjectKind::kScaler},
    {"torch.amp.GradScaler", ObjectKind::kScaler},
    {"torch.amp.grad_scaler.GradScaler", ObjectKind::kScaler},
    {"torch.cuda.amp.GradScaler", ObjectKind::kScaler},
    {"torch.cuda.amp.grad_scaler.GradScaler", ObjectKind::kScaler},
    {"torch.utils.data.DataLoader", ObjectKind::kLoader},
    {"torch.utils.data.dataloader.DataLoader", ObjectKind::kLoader},
    {"torch.utils.data.DistributedSampler", ObjectKind::kSampler},
    {"torch.utils.data.distributed.DistributedSampler", ObjectKind::kSampler},
    {"transformers.AdamW", ObjectKind::kOptimizer},
    {"transformers.optimization.AdamW", ObjectKind::kOptimizer},
};

constexpr std::pair<Name, Event> kMethods[] = {
    {"backward", Event::kBackward},  {"step", Event::kStep},
    {"zero_grad", Event::kCleared},  {"scale", Event::kScaled},
    {"unscale_", Event::kUnscaled},  {"update", Event::kUpdated},
    {"train", Event::kTrain},        {"eval", Event::kEval},
    {"forward", Event::kCalled},     {"load_state_dict", Event::kLoaded},
    {"set_epoch", Event::kEpochSet}, {"resize_token_embeddings", Event::kReplaced},
};

constexpr Name kReturningThemselves[] = {
    "to",    "cuda", "cpu",  "half",  "float",          "double",       "bfloat16",
    "train", "eval", "type", "apply", "requires_grad_", "share_memory",
};

constexpr Name kLayers[] = {
    "Linear",
    "Bilinear",
    "LazyLinear",
    "Conv1d",
    "Conv2d",
    "Conv3d",
    "Embedding",
    "LayerNorm",
    "BatchNorm1d",
    "BatchNorm2d",
    "BatchNorm3d",
    "GroupNorm",
    "RMSNorm",
    "LSTM",
    "GRU",
    "RNN",
    "Parameter",
    "MultiheadAttention",
    "EmbeddingBag",
    "ConvTranspose1d",
    "ConvTranspose2d",
    "ConvTranspose3d",
};

constexpr Name kPlainMethods[] = {
    "parameters",
    "named_parameters",
    "buffers",
    "named_buffers",
    "modules",
    "named_modules",
    "children",
    "named_children",
    "state_dict",
    "load_state_dict",
    "to",
    "cuda",
    "cpu",
    "half",
    "float",
    "double",
    "bfloat16",
    "train",
    "eval",
    "type",
    "apply",
    "requires_grad_",
    "zero_grad",
    "forward",
    "get_submodule",
    "get_parameter",
    "share_memory",
    "no_sync",
    "generate",
    "save_pretrained",
    "extra_repr",
    "register_buffer",
    "step",
    "scale",
    "unscale_",
    "update",
    "get_scale",
    "is_enabled",
    "get_last_lr",
    "get_lr",
    "set_epoch",
    "size",
    "dim",
};

constexpr Name kHarmless[] = {
    "builtins.print",       "builtins.len",      "builtins.type",  "builtins.id",
    "builtins.isinstance",  "builtins.repr",     "builtins.str",   "builtins.hasattr",
    "builtins.enumerate",   "builtins.iter",     "builtins.next",  "builtins.zip",
    "builtins.callable",    "tqdm.tqdm",         "tqdm.auto.tqdm", "wandb.watch",
    "torchsummary.summary", "torchinfo.summary",
};

}  // namespace

ObjectKind KindOfMaker(Name maker) {
  for (const auto& [name, kind] : kMakers) {
    if (name == maker) return kind;
  }
  const Name last = LastPart(maker);
  if (absl::StartsWith(maker, "torch.optim.lr_scheduler.")) return ObjectKind::kScheduler;
  if (absl::StartsWith(maker, "torch.optim.swa_utils.")) return ObjectKind::kUnknown;
  if (absl::StartsWith(maker, "torch.optim.") && IsClassName(last)) return ObjectKind::kOptimizer;
  if (absl::StartsWith(maker, "bitsandbytes.optim.") && IsClassName(last)) {
    return ObjectKind::kOptimizer;
  }
  if (absl::StartsWith(maker, "transformers.") && absl::StartsWith(last, "get_") &&
      absl::StrContains(last, "_schedule")) {
    return ObjectKind::kScheduler;
  }
  const bool is_layer = absl::StartsWith(maker, "torch.nn.") && IsClassName(last) &&
                        !absl::StartsWith(maker, "torch.nn.utils.");
  if (is_layer || absl::StartsWith(maker, "torchvision.models.")) return ObjectKind::kModel;
  return ObjectKind::kUnknown;
}

bool IsWrapper(ObjectKind kind) {
  return kind == ObjectKind::kDdp || kind == ObjectKind::kFsdp || kind == ObjectKind::kWrapper;
}

bool MakesParameters(Name maker) {
  return absl::StartsWith(maker, "torch.nn.") && Has(kLayers, LastPart(maker));
}

bool ReplacesParameters(Name function) {
  return function == "torch.distributed.fsdp.fully_shard" ||
         function == "torch.distributed._composable.fsdp.fully_shard" ||
         function == "peft.get_peft_model";
}

std::optional<Event> EventOfMethod(Name method) {
  for (const auto& [name, event] : kMethods) {
    if (name == method) return event;
  }
  return std::nullopt;
}

bool ReturnsItself(Name method) { return Has(kReturningThemselves, method); }

bool MovesCertainly(Name method) {
  return method == "cpu" || method == "half" || method == "bfloat16" || method == "double";
}

bool IsPlainMethod(Name method) { return Has(kPlainMethods, method); }

bool IsHarmless(Name function) {
  return absl::StartsWith(function, "torch.") || Has(kHarmless, function);
}

}  // namespace allreview::lifecycles
