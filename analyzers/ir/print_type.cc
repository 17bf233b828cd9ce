#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/ir/print.h"
#include "base/poll.h"

namespace allreview::ir {
namespace {

// A type that is open: where it ends, what stands between its children, and what after them.
struct Open {
  TypeId end;
  absl::string_view separator, closing;
  int children = 0;
};

std::string TextOf(const File& file, const Type& type) {
  switch (type.kind) {
    case Type::Kind::kName:
      return file.names[type.name];
    case Type::Kind::kNone:
      return "None";
    case Type::Kind::kEllipsis:
      return "...";
    case Type::Kind::kLiteral:
      return absl::StrCat("'", file.names[type.name], "'");
    case Type::Kind::kList:
      return "[";
    case Type::Kind::kUnknown:
      return "?";
    case Type::Kind::kGeneric:
    case Type::Kind::kUnion:
      break;
  }
  return "";
}

}  // namespace

std::string PrintType(const File& file, TypeId root) {
  std::string text;
  std::vector<Open> open;
  for (TypeId id = root; id < file.types[root].end; ++id) {
    Poll();
    const Type& type = file.types[id];
    if (!open.empty()) {
      Open& around = open.back();
      const bool is_base = around.closing == "]" && around.separator == "[";
      if (around.children++ > 0) absl::StrAppend(&text, around.separator);
      if (is_base && around.children == 2) around.separator = ", ";
    }
    absl::StrAppend(&text, TextOf(file, type));
    if (type.kind == Type::Kind::kGeneric) open.push_back({type.end, "[", "]"});
    if (type.kind == Type::Kind::kUnion) open.push_back({type.end, " | ", ""});
    if (type.kind == Type::Kind::kList) open.push_back({type.end, ", ", "]"});
    while (!open.empty() && open.back().end <= id + 1) {
      absl::StrAppend(&text, open.back().closing);
      open.pop_back();
    }
  }
  return text;
}

}  // namespace allreview::ir
