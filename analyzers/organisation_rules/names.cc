// Conditions on what names mean.

#include <algorithm>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/organisation_rules/fields.h"
#include "analyzers/organisation_rules/predicate.h"
#include "analyzers/repository/project.h"

namespace allreview::organisation_rules {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;

// Dotted names; one that ends in ".*" stands for all below it.
class NameList {
 public:
  NameList(const YamlNode& node, Problems& problems) {
    for (const YamlNode* item : ReadScalars(node, "\"name\"", problems)) {
      if (!IsDotted(item->scalar)) {
        problems.Add(*item, absl::StrCat("name ", Quoted(item->scalar)),
                     "write an absolute dotted name, for example torch.distributed.all_reduce or "
                     "torch.distributed.*");
      }
      names_.push_back(item->scalar);
    }
  }

  bool Has(absl::string_view name) const {
    return std::any_of(names_.begin(), names_.end(), [&](const std::string& wanted) {
      if (!absl::EndsWith(wanted, ".*")) return name == wanted;
      return absl::StartsWith(name, absl::string_view(wanted).substr(0, wanted.size() - 1));
    });
  }
  // Under another name, perhaps: one of them ends alike.
  bool MayHave(absl::string_view name) const {
    const absl::string_view last = name.substr(name.rfind('.') + 1);
    return std::any_of(names_.begin(), names_.end(), [&](const std::string& wanted) {
      return absl::EndsWith(wanted, ".*") || absl::EndsWith(wanted, absl::StrCat(".", last));
    });
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  static bool IsDotted(absl::string_view text) {
    if (absl::EndsWith(text, ".*")) text.remove_suffix(2);
    char before = '.';
    for (char c : text) {
      if (c == '.' ? before == '.' : !absl::ascii_isalnum(c) && c != '_') return false;
      before = c;
    }
    return before != '.';
  }

  std::vector<std::string> names_;
};

// What an expression names; of a call, what is called.
std::string NameOf(const rules::FileContext& file, Node node) {
  if (node.Is(Kind::kCall)) node = node.child(Field::kFunction);
  return file.module().Resolve(python::WithoutParentheses(node));
}

// A name that was re-exported counts under both names.
Truth IsNamed(const rules::FileContext& file, const NameList& names, const std::string& name) {
  if (name.empty()) return Truth::kUnknown;
  if (names.Has(name)) return Truth::kYes;
  if (!names.MayHave(name)) return Truth::kNo;
  return TruthOf(names.Has(file.project().Canonical(name)));
}

Predicate ReadResolvesTo(const YamlNode& value, PredicateReader& reader) {
  Fields fields(value, "\"resolves-to\"", reader.problems());
  const YamlNode* capture = fields.Find("capture");
  const YamlNode* name = fields.Require("name", "add the absolute name, or a list of names");
  fields.Finish();
  if (name == nullptr) return {};
  return ForEach(
      reader.ReadCapture(capture, value),
      [names = NameList(*name, reader.problems())](const rules::FileContext& file, Node node) {
        return IsNamed(file, names, NameOf(file, node));
      });
}

Predicate ReadImports(const YamlNode& value, PredicateReader& reader) {
  return [names = NameList(value, reader.problems())](const Match& match) {
    const Module& module = match.file.module();
    for (const python::Binding& binding : module.scopes().bindings()) {
      if (binding.kind != python::Binding::Kind::kImport) continue;
      const std::string imported = module.Absolute(binding.imported);
      for (const std::string& wanted : names.names()) {
        // `import torch.distributed` and `from torch.distributed import x` both import torch.
        if (names.Has(imported) || absl::StartsWith(imported, absl::StrCat(wanted, "."))) {
          return Truth::kYes;
        }
      }
    }
    return Truth::kNo;
  };
}

// What `torch.nn` offers under a capital letter is a module, but for these.
bool IsTorchModule(absl::string_view name) {
  if (!absl::StartsWith(name, "torch.nn.")) return false;
  const absl::string_view last = name.substr(9);
  return !last.empty() && absl::ascii_isupper(last[0]) && !absl::StrContains(last, '.') &&
         last != "Parameter" && last != "Buffer";
}

// Whether the file alone shows that a class derives from one of these.
bool IsSeenToDerive(const Module& module, const Definition& a_class, const NameList& wanted) {
  const bool wants_module = wanted.Has("torch.nn.Module");
  std::vector<const Definition*> classes = {&a_class};
  std::set<const Definition*> seen = {&a_class};
  for (size_t i = 0; i < classes.size(); ++i) {
    for (Node base : classes[i]->bases) {
      const std::string name = module.Resolve(base);
      if (wanted.Has(name) || (wants_module && IsTorchModule(name))) return true;
      const std::string own = absl::StrCat(module.name(), ".");
      const Definition* local =
          absl::StartsWith(name, own) ? module.FindDefinition(name.substr(own.size())) : nullptr;
      const bool is_class = local != nullptr && local->kind == Definition::Kind::kClass;
      if (is_class && seen.insert(local).second) classes.push_back(local);
    }
  }
  return false;
}

Truth DerivesFrom(const rules::FileContext& file, const Definition& a_class,
                  const NameList& wanted) {
  if (IsSeenToDerive(file.module(), a_class, wanted)) return Truth::kYes;
  // The repository is loaded only where the file leaves it open.
  Truth truth = Truth::kNo;
  for (const std::string& name : wanted.names()) {
    switch (file.project().IsSubclass(file.AbsoluteName(a_class), name)) {
      case repository::Answer::kYes:
        return Truth::kYes;
      case repository::Answer::kUnknown:
        truth = Truth::kUnknown;
        break;
      case repository::Answer::kNo:
        break;
    }
  }
  return truth;
}

Predicate ReadDerivedFrom(const YamlNode& value, PredicateReader& reader) {
  return ForEach(
      reader.ReadCapture(nullptr, value),
      [names = NameList(value, reader.problems())](const rules::FileContext& file, Node node) {
        const Definition* a_class = file.module().EnclosingClass(node);
        return a_class == nullptr ? Truth::kNo : DerivesFrom(file, *a_class, names);
      });
}

Predicate ReadDecoratedWith(const YamlNode& value, PredicateReader& reader) {
  return ForEach(
      reader.ReadCapture(nullptr, value),
      [names = NameList(value, reader.problems())](const rules::FileContext& file, Node node) {
        const Definition* function = file.module().EnclosingFunction(node);
        if (function == nullptr) return Truth::kNo;
        Truth truth = Truth::kNo;
        for (Node decorator : function->decorators) {
          truth = std::max(truth, IsNamed(file, names, NameOf(file, decorator)));
        }
        return truth;
      });
}

Truth IsInsideWith(const rules::FileContext& file, Node node, const NameList& names) {
  Truth truth = Truth::kNo;
  for (Node at = node.parent(); at; at = at.parent()) {
    if (at.Is(Kind::kFunctionDefinition) || at.Is(Kind::kLambda)) break;
    if (!at.Is(Kind::kWithStatement)) continue;
    for (Node item : at.child(Kind::kWithClause).children()) {
      Node value = item.child(Field::kValue);
      if (value.Is(Kind::kAsPattern)) value = value.named_child(0);
      if (value) truth = std::max(truth, IsNamed(file, names, NameOf(file, value)));
    }
  }
  return truth;
}

Predicate ReadInsideWith(const YamlNode& value, PredicateReader& reader) {
  return ForEach(
      reader.ReadCapture(nullptr, value),
      [names = NameList(value, reader.problems())](const rules::FileContext& file, Node node) {
        return IsInsideWith(file, node, names);
      });
}

// The argument of a call: given or not, and what its text matches.
struct ArgumentTest {
  int position = 1000;  // Never by position.
  std::string name;
  std::optional<bool> is_given;
  std::shared_ptr<const re2::RE2> regex;
};

Truth TestArgument(const ArgumentTest& test, Node call) {
  if (!call.Is(Kind::kCall)) return Truth::kNo;
  const python::Arguments arguments = python::ArgumentsOf(call);
  const Node value = python::Argument(call, test.position, test.name);
  if (!value && (arguments.has_double_star || arguments.has_star)) return Truth::kUnknown;
  if (test.is_given && *test.is_given != static_cast<bool>(value)) return Truth::kNo;
  if (test.regex == nullptr) return Truth::kYes;
  return TruthOf(value && Finds(*test.regex, value.text()));
}

Predicate ReadArgument(const YamlNode& value, PredicateReader& reader) {
  Fields fields(value, "\"argument\"", reader.problems());
  const YamlNode* call = fields.Find("call");
  ArgumentTest test;
  test.name = fields.OptionalText("name");
  const std::optional<int> position = fields.Number("position");
  test.position = position.value_or(test.position);
  test.is_given = fields.Flag("given");
  if (const YamlNode* regex = fields.Find("matches")) test.regex = reader.ReadRegex(*regex);
  if (fields.is_mapping() && test.name.empty() && !position) {
    reader.problems().Add(value, "\"argument\" says not which",
                          "add \"name\", \"position\" (from 0), or both");
  }
  if (fields.is_mapping() && !test.is_given && fields.Find("matches") == nullptr) {
    reader.problems().Add(value, "\"argument\" says not what it wants",
                          "add \"given: true\", \"given: false\" or \"matches: regex\"");
  }
  fields.Finish();
  return ForEach(reader.ReadCapture(call, value),
                 [test](const rules::FileContext&, Node node) { return TestArgument(test, node); });
}

constexpr RuleKey kArgument[] = {{.key = "call", .shape = Shape::kCapture},
                                 {.key = "name"},
                                 {.key = "position", .shape = Shape::kCount},
                                 {.key = "given", .shape = Shape::kFlag},
                                 {.key = "matches", .shape = Shape::kRegex}};
constexpr RuleKey kResolvesTo[] = {{.key = "capture", .shape = Shape::kCapture},
                                   {.key = "name", .shape = Shape::kTexts, .is_required = true}};

constexpr PredicateKind kNames[] = {{"argument", ReadArgument, Shape::kMapping, kArgument},
                                    {"decorated-with", ReadDecoratedWith, Shape::kTexts},
                                    {"imports", ReadImports, Shape::kTexts},
                                    {"in-class-derived-from", ReadDerivedFrom, Shape::kTexts},
                                    {"inside-with", ReadInsideWith, Shape::kTexts},
                                    {"resolves-to", ReadResolvesTo, Shape::kMapping, kResolvesTo}};

}  // namespace

absl::Span<const PredicateKind> NamePredicates() { return kNames; }

}  // namespace allreview::organisation_rules
