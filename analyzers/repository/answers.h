#ifndef ANALYZERS_REPOSITORY_ANSWERS_H_
#define ANALYZERS_REPOSITORY_ANSWERS_H_

// What Project answers. Plain data; pointers lead into the index.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/facts.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::repository {

enum class Answer { kNo, kYes, kUnknown };

// kHigh: by the text. kMedium: by the class of an attribute or variable, or a possible override.
// kLow: the only one of that name, or handed over without being called.
enum class Confidence { kHigh, kMedium, kLow };

struct Found {
  std::string name;  // Canonical.
  std::string path;
  const DefinitionFacts* definition = nullptr;
  const IndexedFile* file = nullptr;
  explicit operator bool() const { return definition != nullptr; }
};

struct ModuleFacts {
  std::string name, path;
  const std::vector<NameFacts>* names = nullptr;  // Sorted.
  // What is not among the names is not there: no star imports, no __getattr__, no syntax errors.
  bool is_certain = false;
  bool Has(absl::string_view name) const;
};

struct Call {
  std::string caller;  // Absolute name of the enclosing definition; the module outside of any.
  std::string path;
  Place place;
  Confidence confidence = Confidence::kHigh;
  bool is_cold = false;       // In a block that does not run in every step.
  bool is_reference = false;  // The function is handed over, not called.
};

// A call site, and what else its file tells of it.
struct Edge {
  Call call;
  bool is_captured = false;  // The call itself stands in a capture region.
  bool is_self = false;      // self.f(), super().f()
  ReferenceFacts::Kind reference = ReferenceFacts::Kind::kArgument;  // When it is a reference.
};

struct ConfigurationField {
  std::string class_name;  // Absolute.
  std::string path;
  const FieldFacts* field = nullptr;
};

struct CommandLineFlag {
  std::string path;
  const FlagFacts* flag = nullptr;
};

struct FieldUse {
  std::string symbol;  // Absolute name of the enclosing definition, or the module.
  std::string path;
  Place place;
};

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_ANSWERS_H_
