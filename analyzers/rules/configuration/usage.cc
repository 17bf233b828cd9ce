#include "analyzers/rules/configuration/usage.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/configuration/manifest.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/parsed_files.h"
#include "base/text_search.h"

namespace allreview::rules::configuration {
namespace {

using python::Definition;
using python::Module;
using repository::IndexedFile;
using Kind = Occurrence::Kind;

// A name in more files than that is read by somebody.
constexpr size_t kMaxFiles = 16;

// The call fills a configuration that this repository knows.
bool IsConfigurationCall(ChangeContext& change, const Module& module, Node call) {
  const absl::string_view callee = CalleeName(call);
  if (absl::EndsWith(callee, "Namespace") || callee == "replace" || callee == "cls" ||
      callee == "dict" || callee == "set_defaults") {
    return true;
  }
  if (!absl::EndsWith(callee, "Config")) return false;
  const std::string name = module.Resolve(call.child(Field::kFunction));
  return change.project().FindDefinition(name) && !InheritsFromElsewhere(change, name);
}

// "x" of `args.x`, `x`, `kwargs["x"]`.
absl::string_view TargetName(Node target) {
  if (!target.Is(NodeKind::kSubscript)) return LastName(target);
  return Module::StringContent(target.child(Field::kSubscript));
}

// The expression that the identifier is the last name of.
Node WholeName(Node identifier) {
  const Node parent = identifier.parent();
  return parent.Is(NodeKind::kAttribute) && identifier.field() == Field::kAttribute ? parent
                                                                                    : identifier;
}

// `config.x = args.x`, `SomeConfig(x=args.x)`
bool IsPassedOn(ChangeContext& change, const Module& module, Node whole, absl::string_view name) {
  const Node parent = whole.parent();
  if (whole.field() == Field::kRight && parent.Is(NodeKind::kAssignment)) {
    return TargetName(parent.child(Field::kLeft)) == name;
  }
  return parent.Is(NodeKind::kKeywordArgument) && parent.child(Field::kName).text() == name &&
         IsConfigurationCall(change, module, parent.parent().parent());
}

bool IsParameter(Node identifier) {
  const Node parent = identifier.parent();
  switch (parent.kind()) {
    case NodeKind::kParameters:
    case NodeKind::kTypedParameter:
      return true;
    case NodeKind::kDefaultParameter:
    case NodeKind::kTypedDefaultParameter:
      return identifier.field() == Field::kName;
    default:
      return false;
  }
}

bool IsValidation(const Module& module, Node node) {
  const Definition* function = module.EnclosingFunction(node);
  if (function == nullptr) return false;
  const absl::string_view name = function->simple_name;
  return name == "__post_init__" || absl::StrContains(name, "valid") ||
         absl::StrContains(name, "check") || absl::StrContains(name, "verify") ||
         absl::StrContains(name, "finalize");
}

Kind KindOfIdentifier(ChangeContext& change, const Module& module, Node identifier,
                      absl::string_view name) {
  const Node parent = identifier.parent();
  if (parent.Is(NodeKind::kKeywordArgument) && identifier.field() == Field::kName) {
    return Kind::kCarried;
  }
  if (IsParameter(identifier)) return Kind::kCarried;
  const Node whole = WholeName(identifier);
  if (whole.field() == Field::kLeft && whole.parent().Is(NodeKind::kAssignment)) {
    const bool is_field = whole == identifier && parent.child(Field::kType);
    return is_field ? Kind::kField : Kind::kCarried;
  }
  if (IsPassedOn(change, module, whole, name)) return Kind::kCarried;
  return IsValidation(module, identifier) ? Kind::kValidation : Kind::kRead;
}

// Listed among what is left out: `exclude=["x"]`.
bool IsExcluded(Node string) {
  const Node list = string.parent();
  if (!list.Is(NodeKind::kList) && !list.Is(NodeKind::kSet) && !list.Is(NodeKind::kTuple)) {
    return false;
  }
  const Node holder = list.parent();
  const absl::string_view name =
      holder.Is(NodeKind::kAssignment)        ? LastName(holder.child(Field::kLeft))
      : holder.Is(NodeKind::kKeywordArgument) ? holder.child(Field::kName).text()
                                              : absl::string_view();
  return absl::StrContains(name, "exclude") || absl::StrContains(name, "skip") ||
         absl::StrContains(name, "ignore");
}

bool IsOption(Node string) {
  Node call = string.parent();
  if (call.Is(NodeKind::kKeywordArgument)) call = call.parent();
  call = call.parent();
  return call.Is(NodeKind::kCall) && CalleeName(call) == "add_argument";
}

// nullopt: only prose that names it.
std::optional<Kind> KindOfText(const Module& module, Node text, absl::string_view name) {
  const Node string = text.parent();
  const std::string option = absl::StrCat("--", absl::StrReplaceAll(name, {{"_", "-"}}));
  const bool is_name = text.text() == name || absl::EndsWith(text.text(), absl::StrCat(".", name));
  const bool is_option = text.text() == option || text.text() == absl::StrCat("--", name);
  if (!is_name && !is_option) return std::nullopt;
  if (IsOption(string)) return Kind::kOption;
  if (is_option || string.parent().Is(NodeKind::kExpressionStatement)) return std::nullopt;
  const Node parent = string.parent();
  const bool is_key = parent.Is(NodeKind::kPair) && string.field() == Field::kKey;
  const bool is_stored = parent.Is(NodeKind::kSubscript) && parent.field() == Field::kLeft &&
                         parent.parent().Is(NodeKind::kAssignment);
  if (is_key || is_stored || IsExcluded(string)) return Kind::kCarried;
  return IsValidation(module, text) ? Kind::kValidation : Kind::kRead;
}

// False: enough was seen.
bool VisitModule(ChangeContext& change, const Module& module, const std::string& name,
                 const std::function<bool(const Occurrence&)>& visit) {
  for (Node node : module.tree().root().descendants()) {
    std::optional<Kind> kind;
    if (node.Is(NodeKind::kIdentifier) && node.text() == name) {
      kind = KindOfIdentifier(change, module, node, name);
    } else if (node.Is(NodeKind::kStringContent)) {
      kind = KindOfText(module, node, name);
    }
    if (kind && !visit({*kind, &module, node})) return false;
  }
  return true;
}

bool HasText(const IndexedFile& file, const std::string& word) {
  return repository::HasWord(repository::StringWordsOfFacts(file.encoded_facts()), word);
}

}  // namespace

bool ForEachOccurrence(ChangeContext& change, const std::string& name,
                       const std::function<bool(const Occurrence&)>& visit) {
  if (!change.project().is_complete()) return false;
  std::vector<IndexedFile*> files;
  for (IndexedFile* file : change.index().FilesWithWord(name)) {
    if (!paths::IsTestPath(file->path())) files.push_back(file);
  }
  if (files.size() > kMaxFiles) return false;
  for (IndexedFile* file : files) {
    ParsedFiles parsed(change, Side::kRight);  // One file: a tree is large.
    const Module* module = parsed.Find(file->path());
    if (module == nullptr) return false;
    if (!VisitModule(change, *module, name, visit)) return true;
  }
  return true;
}

bool IsRead(ChangeContext& change, const std::string& name) {
  bool is_read = false;
  const bool was_seen = ForEachOccurrence(change, name, [&](const Occurrence& occurrence) {
    is_read = occurrence.IsRead();
    return !is_read;
  });
  return is_read || !was_seen;
}

namespace {

// A file that makes names of two parts, f"{prefix}_{name}", and knows the text of the prefix.
bool MakesNamesWith(ChangeContext& change, const std::string& prefix) {
  for (IndexedFile* file : change.index().FilesWithWord(prefix)) {
    if (!HasText(*file, prefix) || paths::IsTestPath(file->path())) continue;
    if (!file->HasIdentifier("getattr") && !file->HasIdentifier("hasattr")) continue;
    const std::string* text = change.texts().Read(Side::kRight, file->path());
    if (text == nullptr) return true;
    const bool is_whole = absl::StrContains(*text, absl::StrCat("\"", prefix, "\"")) ||
                          absl::StrContains(*text, absl::StrCat("'", prefix, "'"));
    if (is_whole && absl::StrContains(*text, "}_{")) return true;
  }
  return false;
}

}  // namespace

bool InheritsFromElsewhere(ChangeContext& change, const std::string& class_name) {
  const std::vector<std::string> bases = change.project().BasesOf(class_name);
  return std::any_of(bases.begin(), bases.end(), [&](const std::string& base) {
    return !change.project().FindDefinition(base) &&
           !IsStandardModule(base.substr(0, base.find('.')));
  });
}

bool MayBeReadByPattern(ChangeContext& change, absl::string_view name) {
  for (size_t i = name.find('_', 1); i != absl::string_view::npos; i = name.find('_', i + 1)) {
    if (MakesNamesWith(change, std::string(name.substr(0, i)))) return true;
    const std::string prefix(name.substr(0, i + 1));
    for (IndexedFile* file : change.index().FilesWithWord(prefix)) {
      if (HasText(*file, prefix)) return true;
    }
    const std::string suffix(name.substr(i));
    for (IndexedFile* file : change.index().FilesWithWord(suffix)) {
      if (HasText(*file, suffix) && file->HasIdentifier("getattr")) return true;
    }
  }
  return false;
}

bool SplatsObject(absl::string_view source, absl::string_view suffix) {
  for (size_t i = source.find("**"); i != absl::string_view::npos; i = source.find("**", i + 2)) {
    absl::string_view rest = source.substr(i + 2);
    const size_t end =
        rest.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.");
    absl::string_view word = rest.substr(0, end);
    if (absl::ConsumeSuffix(&word, ".__dict__")) {
      if (absl::EndsWith(word, suffix)) return true;
      continue;
    }
    if (end == absl::string_view::npos || rest[end] != '(') continue;
    if (!absl::EndsWith(word, "asdict") && word != "vars") continue;
    rest.remove_prefix(end + 1);
    if (absl::EndsWith(rest.substr(0, rest.find(')')), suffix)) return true;
  }
  return false;
}

}  // namespace allreview::rules::configuration
