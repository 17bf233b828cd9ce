// try: import x  except Exception: hides every error of the imported module.

#include <string>

#include "analyzers/rules/configuration/optional_imports.h"
#include "analyzers/rules/shared/exception_handlers.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace configuration {
namespace {

// A handler before this one takes ImportError: this one is for what else may happen.
bool ImportErrorIsHandledBefore(Node handler) {
  for (Node child : handler.parent().children()) {
    if (child == handler) return false;
    if (child.Is(NodeKind::kExceptClause) && HandlerKindOf(child) == HandlerKind::kImportError) {
      return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node handler) {
  if (file.is_test() || HandlerKindOf(handler) != HandlerKind::kBroad) return;
  const Node body = handler.parent().child(Field::kBody);
  if (!OnlyImports(handler.parent()) || Raises(handler) || ImportErrorIsHandledBefore(handler))
    return;
  if (IsWaived(handler,
               {"BLE001", "E722", "broad-except", "broad-exception-caught", "bare-except"})) {
    return;
  }
  const Node caught = CaughtBy(handler);
  Observation observation{
      .at = handler,
      .params = {{"clause", caught ? "except " + std::string(caught.text()) : "except"},
                 {"import", ImportedNames(body)}},
      .because = handler.child(NodeKind::kToken)};
  if (caught) {
    observation.edits = {Replace(file.module(), caught, "ImportError")};
  } else {
    observation.edits = {
        Replace(file.module(), handler.child(NodeKind::kToken), "except ImportError")};
  }
  file.Report(std::move(observation));
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kBroadExceptAroundImport = {
    .info =
        {.id = "broad-except-around-import",
         .title = {"Broad except around an optional import",
                   "可选依赖的 import 外包了过宽的 except"},
         .pillar = Pillar::kMaintainability,
         .message =
             {"`{clause}` around the import of {import} treats every error as a missing package",
              "包住 {import} 导入的 `{clause}` 会把所有错误都当成“包未安装”"},
         .consequence =
             {"When {import} is installed but broken, the feature is silently turned off",
              "当 {import} 已安装但本身有问题时，该功能会被悄悄关闭"},
         .advice = {"Catch `ImportError`, and let other errors of {import} through",
                    "只捕获 `ImportError`，让 {import} 的其他错误抛出来"},
         .why = "An optional import asks one question: is the package installed? An incompatible "
                "version, a missing driver or a typo in the module raises a different error, and "
                "the user needs to see that one.",
         .fix = "Write `except ImportError:`.",
         .bad = R"py(
try:
    import fused_kernels
except Exception:
    fused_kernels = None
)py",
         .good = R"py(
try:
    import fused_kernels
except ImportError:
    fused_kernels = None
)py",
         .references = {"https://docs.astral.sh/ruff/rules/blind-except/",
                        "https://docs.astral.sh/ruff/rules/bare-except/"}},
    .kinds = {NodeKind::kExceptClause},
    .check = configuration::Check};

}  // namespace allreview::rules
