#include "analyzers/failures/outward_changes.h"

#include <algorithm>
#include <map>
#include <optional>

#include "absl/strings/match.h"
#include "analyzers/failures/concerned_code.h"
#include "analyzers/moves/moves.h"

namespace allreview::failures {
namespace {

using change::AnalysedChange;
using change::AnalysedFile;
using change::Side;
using python::Binding;
using python::Definition;
using python::Field;
using python::Module;
using python::Node;

// What a function hands to its callers, as text.
std::string ReturnedBy(values::UnderstoodRepository& repository, const Module& module,
                       const Definition& function) {
  std::string text;
  repository.Ask([&](understanding::Knowledge& knowledge) {
    const std::optional<uint32_t> file = repository.FileOf(module.path());
    if (!file) return;
    const auto code = knowledge.program().FindCode(*file, function.name);
    if (!code) return;
    const understanding::Run& run = knowledge.Analyse(*code);
    text = run.returned.ToText() + " " + run.yielded.ToText();
  });
  return text;
}

bool HasOtherHeader(const Definition& before, const Definition& after) {
  if (before.node.child(Field::kParameters).text() != after.node.child(Field::kParameters).text() ||
      before.bases.size() != after.bases.size() ||
      before.decorators.size() != after.decorators.size()) {
    return true;
  }
  const auto are_alike = [](Node a, Node b) { return a.text() == b.text(); };
  return !std::equal(before.bases.begin(), before.bases.end(), after.bases.begin(), are_alike) ||
         !std::equal(before.decorators.begin(), before.decorators.end(), after.decorators.begin(),
                     are_alike);
}

class Collector {
 public:
  Collector(const AnalysedChange& change, const AnalysedFile& file, values::ValuesOfChange& values)
      : change_(change), file_(file), values_(values) {}

  std::vector<OutwardChange> Collect() {
    for (const Definition& definition : file_.before->definitions()) {
      if (IsSeenElsewhere(definition)) AddDefinition(definition);
    }
    AddNames();
    return std::move(all_);
  }

 private:
  // It stands in a module or class, which is not gone itself.
  bool IsSeenElsewhere(const Definition& definition) const {
    for (int i = definition.parent; i >= 0;) {
      const Definition& around = file_.before->definitions()[static_cast<size_t>(i)];
      if (around.kind != Definition::Kind::kClass || change_.moves().IsGone(around)) return false;
      i = around.parent;
    }
    return true;
  }

  void AddDefinition(const Definition& before) {
    const Definition* const after = change_.moves().WhereTo(before);
    const bool stays = after != nullptr && after->name == before.name && file_.after != nullptr &&
                       after->node.tree() == &file_.after->tree();
    // Who makes objects names the class.
    const bool is_constructor = before.simple_name == "__init__" && before.parent >= 0;
    const absl::string_view name =
        is_constructor ? file_.before->definitions()[static_cast<size_t>(before.parent)].simple_name
                       : before.simple_name;
    if (stays) {
      if (IsOther(before, *after)) Add(name, before.node, after->node);
    } else if (!change_.moves().BindingAfter(before)) {
      Add(name, before.node, {});
    }
  }

  bool IsOther(const Definition& before, const Definition& after) {
    if (!file_.lines.TouchesDefinition(after.first_line, after.end_line - 1)) return false;
    if (HasOtherHeader(before, after)) return true;
    if (before.kind == Definition::Kind::kClass) return false;
    return ReturnedBy(values_.side(Side::kLeft), *file_.before, before) !=
           ReturnedBy(values_.side(Side::kRight), *file_.after, after);
  }

  // Of the name in the file after the change, what binds it first.
  void AddNames() {
    const std::vector<BoundName> before =
        NamesBoundOn(*file_.before, ChangedLinesOf(file_, Side::kLeft));
    if (before.empty()) return;
    std::map<absl::string_view, Node> after;
    if (file_.after != nullptr) {
      std::vector<int> lines(static_cast<size_t>(file_.after->tree().line_count()));
      for (size_t i = 0; i < lines.size(); ++i) lines[i] = static_cast<int>(i) + 1;
      for (const BoundName& bound : NamesBoundOn(*file_.after, lines)) {
        after.emplace(bound.name, bound.node);
      }
    }
    for (const BoundName& bound : before) {
      if (bound.how == Binding::Kind::kDefinition || bound.how == Binding::Kind::kImport) continue;
      const auto now = after.find(bound.name);
      Add(bound.name, bound.node, now == after.end() ? Node() : now->second);
    }
  }

  void Add(absl::string_view name, Node before, Node after) {
    const bool is_special = absl::StartsWith(name, "__") && absl::EndsWith(name, "__");
    if (name.empty() || is_special) return;  // Nobody names these when they are used.
    all_.push_back({&file_, name, before, after});
  }

  const AnalysedChange& change_;
  const AnalysedFile& file_;
  values::ValuesOfChange& values_;
  std::vector<OutwardChange> all_;
};

}  // namespace

std::vector<OutwardChange> OutwardChangesOf(const AnalysedChange& change, const AnalysedFile& file,
                                            values::ValuesOfChange& values) {
  if (file.before == nullptr) return {};
  return Collector(change, file, values).Collect();
}

}  // namespace allreview::failures
