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
    .info = {.id = "broad-except-around-import",
             .title = "Broad except around an optional import",
             .category = "configuration",
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kHigh,
             .message = "`{clause}` around the import of {import} takes every error for a missing "
                        "package",
             .consequence = "When {import} is installed but broken, the feature is switched off "
                            "without a word",
             .advice = "Catch `ImportError`, and let other errors of {import} through",
             .why = "An optional import asks one question: is the package there. A version that "
                    "does not fit, a missing driver or a typo in the module raise other errors, "
                    "and those the user wants to see.",
             .fix = "Write `except ImportError:`.",
             .bad = "try:\n"
                    "    import fused_kernels\n"
                    "except Exception:\n"
                    "    fused_kernels = None\n",
             .good = "try:\n"
                     "    import fused_kernels\n"
                     "except ImportError:\n"
                     "    fused_kernels = None\n",
             .references = {"catalogue: general OPT-EXCEPT", "ruff BLE001, E722"}},
    .kinds = {NodeKind::kExceptClause},
    .check = configuration::Check};

}  // namespace allreview::rules
