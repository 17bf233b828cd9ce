#include "services/report/story/root_text.h"

#include "review/markdown.h"

namespace allreview::report {
namespace {

struct RootName {
  absl::string_view kind;
  Phrase name;
};

constexpr RootName kRoots[] = {
    {"train-step", Phrase("training step", "训练步")},
    {"optimizer-step", Phrase("optimizer step", "optimizer step")},
    {"grad-sync", Phrase("gradient synchronisation", "梯度同步")},
    {"backward", Phrase("backward of an autograd function", "autograd function 的 backward")},
    {"forward", Phrase("forward", "forward")},
    {"get-batch", Phrase("builds the batch of a step", "构造 step 的 batch")},
    {"data-loading", Phrase("data loading", "数据加载")},
    {"checkpoint", Phrase("saving or loading a checkpoint", "checkpoint 保存或加载")},
    {"inference", Phrase("inference step", "推理步")},
    {"argparse", Phrase("command line arguments", "命令行参数处理")},
    {"main", Phrase("script", "脚本入口")},
    {"test", Phrase("test", "测试")},
    {"hook", Phrase("registers a hook", "注册 hook")},
    {"import", Phrase("import of the module", "模块导入时")},
    {"construction", Phrase("constructed from a spec or registry", "由 spec 或 registry 构造")},
    {"property", Phrase("read as a property", "作为 property 读取")},
    {"public", Phrase("public", "公开接口")},
};

}  // namespace

std::string RootText(Language language, absl::string_view root_kind) {
  if (root_kind.empty()) return "";
  for (const RootName& root : kRoots) {
    if (root.kind == root_kind) return std::string(root.name.In(language));
  }
  return MarkdownCode(root_kind);
}

}  // namespace allreview::report
