#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/python/print.h"
#include "base/outline.h"

namespace allreview::python {
namespace {

// A use of a name: not the part of a longer one, and not where a name is only written down.
bool IsUse(Node node) {
  const Node parent = node.parent();
  if (node.Is(Kind::kAttribute)) return !parent.Is(Kind::kAttribute);
  if (!node.Is(Kind::kIdentifier) || parent.Is(Kind::kAttribute)) return false;
  return node.field() != Field::kName && !parent.Is(Kind::kDottedName) &&
         !parent.Is(Kind::kParameters) && !parent.Is(Kind::kLambdaParameters);
}

}  // namespace

std::string PrintNames(const Module& module) {
  Outline outline;
  for (Node node : module.tree().root().descendants()) {
    if (!IsUse(node)) continue;
    if (outline.is_full()) break;
    const std::string name = module.Resolve(node);
    outline.Add(0, absl::StrCat(Position(node), " ", Excerpt(node.text()), " = ",
                                name.empty() ? "?" : name));
  }
  return std::move(outline).Finish();
}

}  // namespace allreview::python
