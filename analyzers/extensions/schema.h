#ifndef ANALYZERS_EXTENSIONS_SCHEMA_H_
#define ANALYZERS_EXTENSIONS_SCHEMA_H_

// The schema of an operator, "scale(Tensor(a!) x, int by=2, *, bool fast) -> Tensor(a!)", and the
// types of C++ that its implementation takes.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::extensions {

struct SchemaParameter {
  std::string type;  // Without aliases: "Tensor?", "int[2]".
  std::string name;
  bool has_default = false, is_keyword_only = false;
};

struct Schema {
  std::string name;  // "ns::scale.out" as written.
  std::vector<SchemaParameter> parameters;
  std::vector<std::string> returns;  // Types without aliases.
};

// nullopt: it is none, or cannot be read.
std::optional<Schema> ParseSchema(absl::string_view text);

// A C++ type certainly cannot stand for the type of a schema: "int" for "int" (operators take
// int64_t), "at::Tensor" for "bool". `is_stable`: in libraries with the stable ABI, which convert
// numbers.
bool IsOtherType(absl::string_view schema_type, absl::string_view cpp_type, bool is_stable);

}  // namespace allreview::extensions

#endif  // ANALYZERS_EXTENSIONS_SCHEMA_H_
