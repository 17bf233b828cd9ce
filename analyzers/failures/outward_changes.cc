#include "analyzers/failures/outward_changes.h"

#include <algorithm>
#include <map>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
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

// What a function hands to its callers, as text. None: its run was given up, and half a run tells
// nothing.
std::optional<std::string> ReturnedBy(values::UnderstoodRepository& repository,
                                      const Module& module, const Definition& function) {
  std::optional<std::string> text;
  repository.Ask([&](understanding::Knowledge& knowledge) {
    const std::optional<uint32_t> file = repository.FileOf(module.path());
    if (!file) return;
    const auto code = knowledge.program().FindCode(*file, function.name);
    if (!code) return;
    const understanding::Run& run = knowledge.Analyse(*code);
    if (!run.is_partial) text = run.returned.ToText() + " " + run.yielded.ToText();
  });
  return text;
}

// What @dataclass makes of the class, as text: "x y=" of its fields. "": it makes no constructor,
// or nobody knows.
std::string FieldsOf(values::UnderstoodRepository& repository, const Module& module,
                     const Definition& a_class) {
  std::string text;
  repository.Ask([&](understanding::Knowledge& knowledge) {
    const std::optional<uint32_t> file = repository.FileOf(module.path());
    const auto code = file ? knowledge.program().FindCode(*file, a_class.name) : std::nullopt;
    if (!code || knowledge.program().code(*code).kind != ir::Code::Kind::kClass) return;
    const understanding::ClassInfo& info = knowledge.ClassOf(*code);
    if (info.init != understanding::ClassInfo::Init::kOfFields) return;
    for (const understanding::Field& field : info.fields) {
      if (!field.is_parameter) continue;
      absl::StrAppend(&text, field.is_keyword_only ? "*" : "", field.name,
                      field.has_default ? "= " : " ");
    }
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
  Collector(const AnalysedChange& change, const AnalysedFile& file, values::ValuesOfChange& values,
            const std::function<bool(absl::string_view)>& has_users)
      : change_(change), file_(file), values_(values), has_users_(has_users) {}

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
    const bool may_differ =
        stays ? file_.lines.TouchesDefinition(after->first_line, after->end_line - 1)
              : !change_.moves().BindingAfter(before);
    if (!may_differ || !IsUsed(name)) return;
    if (!stays) Add(name, before.node, {});
    if (stays && IsOther(before, *after)) Add(name, before.node, after->node);
  }

  // What it takes or returns, or what a class inherits or declares. Last, as code on both sides is
  // run.
  bool IsOther(const Definition& before, const Definition& after) {
    if (HasOtherHeader(before, after)) return true;
    if (before.kind == Definition::Kind::kClass) {
      return !before.decorators.empty() &&
             FieldsOf(values_.side(Side::kLeft), *file_.before, before) !=
                 FieldsOf(values_.side(Side::kRight), *file_.after, after);
    }
    const auto was = ReturnedBy(values_.side(Side::kLeft), *file_.before, before);
    return was &&
           ReturnedBy(values_.side(Side::kRight), *file_.after, after).value_or(*was) != *was;
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
      if (!IsUsed(bound.name)) continue;
      const auto now = after.find(bound.name);
      Add(bound.name, bound.node, now == after.end() ? Node() : now->second);
    }
  }

  // Special names nobody writes who uses them.
  bool IsUsed(absl::string_view name) const {
    const bool is_special = absl::StartsWith(name, "__") && absl::EndsWith(name, "__");
    return !name.empty() && !is_special && has_users_(name);
  }

  void Add(absl::string_view name, Node before, Node after) {
    all_.push_back({&file_, name, before, after});
  }

  const AnalysedChange& change_;
  const AnalysedFile& file_;
  values::ValuesOfChange& values_;
  const std::function<bool(absl::string_view)>& has_users_;
  std::vector<OutwardChange> all_;
};

}  // namespace

std::vector<OutwardChange> OutwardChangesOf(
    const AnalysedChange& change, const AnalysedFile& file, values::ValuesOfChange& values,
    const std::function<bool(absl::string_view)>& has_users) {
  if (file.before == nullptr) return {};
  return Collector(change, file, values, has_users).Collect();
}

}  // namespace allreview::failures
