// model.sharded_state_dict() on the way to load a checkpoint, without the checkpoint's metadata.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kOwnMetadataMissing("own-metadata-missing",
                                     "does not get the `metadata` that this method received",
                                     "没有收到本方法得到的 `metadata`");
constexpr Phrase kPassOn("pass-on", "Pass it on: `metadata=metadata`",
                         "向下传递：`metadata=metadata`");
constexpr Phrase kLoadedMetadataMissing(
    "loaded-metadata-missing", "does not get the metadata of the checkpoint that is loaded",
    "没有收到所加载 checkpoint 的 metadata");
constexpr Phrase kPassLoaded("pass-loaded",
                             "Pass `metadata=dist_checkpointing.load_content_metadata(directory)`",
                             "传入 `metadata=dist_checkpointing.load_content_metadata(directory)`");
constexpr Phrase kPhrases[] = {kOwnMetadataMissing, kPassOn, kLoadedMetadataMissing, kPassLoaded};

constexpr absl::string_view kMethod = "sharded_state_dict";
constexpr size_t kMetadataPosition = 2;  // prefix, sharded_offsets, metadata.

bool GivesMetadata(Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  return arguments.has_star || arguments.has_double_star ||
         python::KeywordArgument(call, "metadata") ||
         arguments.positional.size() > kMetadataPosition;
}

// Optimizers have a signature of their own: (model_sharded_state_dict, is_loading, ...).
bool IsOfOptimizer(Node call) {
  const absl::string_view object = call.child(Field::kFunction).child(Field::kObject).text();
  return absl::StrContains(object, "optim") || absl::StrContains(object, "scheduler") ||
         python::KeywordArgument(call, "is_loading");
}

// The function loads from a checkpoint, and does not prepare one for saving.
bool IsLoadPath(const Module& module, const Definition& function) {
  bool loads = false, saves = false;
  ForEachOwnNode(function.body, NodeKind::kCall, [&](Node node) {
    const absl::string_view name = CalleeName(node);
    if (absl::StartsWith(name, "ensure_metadata")) saves = true;
    if (name != "load" && name != "save") return;
    const std::string resolved = module.Resolve(node.child(Field::kFunction));
    if (!absl::StrContains(resolved, "dist_checkpointing.")) return;
    (name == "load" ? loads : saves) = true;
  });
  return loads && !saves;
}

void Report(FileContext& file, Node call, const Phrase& fault, const Phrase& cure,
            std::vector<Edit> edits) {
  file.Report({.at = call,
               .params = {{"call", std::string(call.child(Field::kFunction).text())},
                          {"fault", fault},
                          {"cure", cure}},
               .edits = std::move(edits)});
}

void Check(FileContext& file, Node call) {
  if (CalleeName(call) != kMethod || GivesMetadata(call)) return;
  if (!call.child(Field::kFunction).Is(NodeKind::kAttribute) || IsOfOptimizer(call)) return;
  const Module& module = file.module();
  const Definition* function = module.EnclosingFunction(call);
  if (function == nullptr) return;
  const bool is_override = function->simple_name == kMethod;
  if (is_override && FindParameter(*function, "metadata") != nullptr) {
    const Definition* a_class = module.EnclosingClass(call);
    if (a_class != nullptr && absl::StrContains(a_class->simple_name, "Optim")) return;
    const ArgumentSlot slot = EndOfArguments(call);
    Report(file, call, kOwnMetadataMissing, kPassOn,
           {{.path = module.path(),
             .first_byte = slot.byte,
             .end_byte = slot.byte,
             .replacement = absl::StrCat(slot.separator, "metadata=metadata")}});
    return;
  }
  if (is_override || !IsLoadPath(module, *function)) return;
  Report(file, call, kLoadedMetadataMissing, kPassLoaded, {});
}

}  // namespace

extern constinit const Rule kShardedStateDictWithoutMetadata = {
    .info = {.id = "sharded-state-dict-without-metadata",
             .title = {"Sharded state dict built without the metadata of the checkpoint",
                       "生成 sharded state 时没有传入 checkpoint 的 metadata"},
             .confidence = Confidence::kMedium,
             .message = {"`{call}` {fault}", "`{call}` {fault}"},
             .consequence = {"The state uses the current default layout; a checkpoint in another "
                             "format then fails to load or loads the wrong parts",
                             "状态会按当前的默认方式布局；遇到其他格式的 checkpoint "
                             "时会加载失败，或加载错误的部分"},
             .advice = {"{cure}", "{cure}"},
             .phrases = kPhrases,
             .why = "Checkpoints record the layout of their content. sharded_state_dict needs that "
                    "record to request the same layout, at every level of the model.",
             .fix = "Load the metadata first and pass it down.",
             .bad = R"py(
from megatron.core import dist_checkpointing

def restore(model, directory):
    state = model.sharded_state_dict(prefix="model.")
    return dist_checkpointing.load(state, directory)
)py",
             .good = R"py(
from megatron.core import dist_checkpointing

def restore(model, directory):
    metadata = dist_checkpointing.load_content_metadata(directory)
    state = model.sharded_state_dict(prefix="model.", metadata=metadata)
    return dist_checkpointing.load(state, directory)
)py"},
    .kinds = {NodeKind::kCall},
    .names = "sharded_state_dict",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
