#include "analyzers/rules/shared/remove_argument.h"

namespace allreview::rules {

Edit RemoveArgument(const python::Module& module, Node argument) {
  Edit edit = Replace(module, argument, "");
  Node before;  // The argument in front.
  for (Node child : argument.parent().children()) {
    if (child == argument) break;
    if (child.IsNamed() && !child.Is(NodeKind::kComment)) before = child;
  }
  if (before) {
    edit.first_byte = before.end_byte();
    return edit;
  }
  Node after;
  for (Node next = argument.next_sibling(); next && !after; next = next.next_sibling()) {
    if (next.IsNamed() && !next.Is(NodeKind::kComment)) after = next;
  }
  if (after) edit.end_byte = after.first_byte();
  return edit;
}

}  // namespace allreview::rules
