// A required field joins a configuration class that others already construct.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/configuration/fields.h"

namespace allreview::rules {
namespace configuration {
namespace {

// The class lives on required fields: so does the next one.
bool MostAreRequired(const std::vector<ClassField>& fields) {
  int required = 0, all = 0;
  for (const ClassField& field : fields) {
    if (!field.is_in_init) continue;
    ++all;
    required += !field.has_default;
  }
  return all == 0 || required * 2 >= all;
}

// Some call in the repository leaves the field out: call-does-not-fit-signature reports it, and
// what it breaks.
bool BreaksCall(ChangeContext& change, const std::string& class_name, absl::string_view field) {
  for (repository::IndexedFile* file : change.index().FilesNaming(class_name)) {
    for (const repository::CallFacts& call : file->facts().calls) {
      if (call.has_double_star || call.has_star || call.is_guarded ||
          file->Absolute(call.callee) != class_name) {
        continue;
      }
      const bool is_given =
          std::find(call.keywords.begin(), call.keywords.end(), field) != call.keywords.end();
      if (!is_given) return true;
    }
  }
  return false;
}

void CheckClass(ChangeContext& change, const AnalysedFile& file,
                const ConfigurationClass& a_class) {
  const ConfigurationClass before = BeforeOf(file, a_class);
  if (before.definition == nullptr || MostAreRequired(before.fields)) return;
  for (const ClassField& field : NewFieldsOf(change, file, a_class)) {
    if (field.has_default) continue;
    const std::string name = absl::StrCat(file.after->name(), ".", a_class.definition->name);
    if (!a_class.is_keyword_only && BreaksCall(change, name, field.name)) continue;
    change.Report(file, {.at = field.node,
                         .params = {{"field", std::string(field.name)},
                                    {"class", std::string(a_class.definition->simple_name)}}});
  }
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.files()) {
    if (file.after == nullptr || file.before == nullptr) continue;
    for (const ConfigurationClass& a_class : ConfigurationClassesIn(*file.after)) {
      CheckClass(change, file, a_class);
    }
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kConfigFieldWithoutDefault = {
    .info = {.id = "config-field-without-default",
             .title = "New required field in an existing configuration class",
             .category = "configuration",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "New field `{field}` of `{class}` has no default",
             .consequence =
                 "Code of others that calls `{class}(...)`, and configurations saved earlier, "
                 "fail with TypeError for want of `{field}`",
             .advice = "Give `{field}` the default that keeps today's behaviour",
             .why = "Configuration classes are built by code and restored from files that do not "
                    "know the new field. Classes whose fields are mostly required are left out, as "
                    "are fields that break a call in the repository: that is "
                    "call-does-not-fit-signature.",
             .fix = "Add a default, or a field(default_factory=...).",
             .bad = "# --- pkg/config.py before\n"
                    "from dataclasses import dataclass\n\n\n"
                    "@dataclass\n"
                    "class RouterConfig:\n"
                    "    top_k: int = 2\n"
                    "# --- pkg/config.py after\n"
                    "from dataclasses import dataclass\n\n\n"
                    "@dataclass\n"
                    "class RouterConfig:\n"
                    "    num_groups: int\n"
                    "    top_k: int = 2\n",
             .good = "# --- pkg/config.py before\n"
                     "from dataclasses import dataclass\n\n\n"
                     "@dataclass\n"
                     "class RouterConfig:\n"
                     "    top_k: int = 2\n"
                     "# --- pkg/config.py after\n"
                     "from dataclasses import dataclass\n\n\n"
                     "@dataclass\n"
                     "class RouterConfig:\n"
                     "    top_k: int = 2\n"
                     "    num_groups: int = 1\n",
             .references = {"catalogue: general CFG-NO-DEFAULT"}},
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules
