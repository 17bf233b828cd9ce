#include "services/report/story/communication.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace allreview::report {

using analysis::v1::Delta;

std::string OperationOf(absl::string_view text) {
  // The longer name first.
  static constexpr absl::string_view kOperations[] = {
      "allreduce", "allgather", "reducescatter", "alltoall", "broadcast", "barrier", "scatter",
      "gather",    "reduce",    "isend",         "irecv",    "send",      "recv"};
  const bool is_call = absl::StrContains(text, "(");
  if (is_call) {
    text = text.substr(0, text.find('('));
    text = text.substr(text.rfind('.') + 1);  // npos + 1 is 0.
  }
  std::string name;
  for (const char c : text) {
    if (c != '_') name += absl::ascii_tolower(static_cast<unsigned char>(c));
  }
  for (absl::string_view operation : kOperations) {
    if (absl::StrContains(name, operation)) return std::string(operation);
  }
  return name;
}

DroppedCommunication::DroppedCommunication(const analysis::v1::ChangeModel& model) {
  for (const analysis::v1::ChangedSymbol& symbol : model.symbols()) {
    for (const Delta& delta : symbol.deltas()) {
      const bool is_gone = delta.kind() == Delta::KIND_COLLECTIVE && delta.after().empty();
      if (is_gone) operations_.insert(OperationOf(delta.before()));
    }
  }
}

bool DroppedCommunication::Replaces(absl::string_view what) const {
  return operations_.contains(OperationOf(what));
}

}  // namespace allreview::report
