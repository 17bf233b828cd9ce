// What the change needs of other packages that they do not promise.

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxTried = 200;  // Of one file.

// The part of a dotted name that its package keeps to itself: "_bar" of foo._bar.baz.
absl::string_view PrivatePart(absl::string_view dotted) {
  for (absl::string_view part : absl::StrSplit(dotted, '.')) {
    if (part.size() > 1 && part[0] == '_' && !absl::StartsWith(part, "__")) return part;
  }
  return "";
}

// The own packages, the standard library, and torch, which training code cannot do without.
bool IsKnownWell(Inquiry& inquiry, absl::string_view package) {
  static constexpr absl::string_view kWell[] = {
      "torch",     "builtins",   "os",          "sys",     "typing", "collections",
      "functools", "inspect",    "ast",         "asyncio", "re",     "threading",
      "ctypes",    "pickle",     "json",        "logging", "enum",   "abc",
      "copy",      "subprocess", "dataclasses", "weakref", "signal", "multiprocessing",
      "tests",     "test"};
  if (IsAmong(package, kWell)) return true;
  for (const repository::IndexedFile* file : inquiry.change().index().AllFiles()) {
    const absl::string_view path = file->path();
    if (absl::StartsWith(path, absl::StrCat(package, "/")) ||
        absl::StrContains(path, absl::StrCat("/", package, "/")) ||
        absl::EndsWith(path, absl::StrCat("/", package, ".py")) ||
        path == absl::StrCat(package, ".py")) {
      return true;
    }
  }
  return false;
}

void AskAboutPrivateNames(Inquiry& inquiry, const AnalysedFile& file) {
  const python::Module& module = *file.after;
  int tried = 0;
  for (Node import : module.tree().root().descendants(NodeKind::kImportFromStatement)) {
    if (!file.lines.Touches(import) || ++tried > kMaxTried) continue;
    const absl::string_view from = import.child(Field::kModuleName).text();
    if (absl::StartsWith(from, ".") || !inquiry.IsNew(file, import)) continue;
    for (Node name : import.named_children()) {
      if (name == import.child(Field::kModuleName) || !file.lines.Touches(name)) continue;
      const Node plain = name.Is(NodeKind::kAliasedImport) ? name.child(Field::kName) : name;
      const std::string dotted = absl::StrCat(from, ".", plain.text());
      const absl::string_view hidden = PrivatePart(dotted);
      if (hidden.empty()) continue;
      const std::string package(dotted.substr(0, dotted.find('.')));
      if (IsKnownWell(inquiry, package)) continue;
      // It was imported before, in the old file or by others: then its risk is known.
      if (file.before != nullptr && absl::StrContains(file.before->source(), dotted)) continue;
      inquiry.Ask(
          file, import,
          {.kind = "private-name-of-another-package",
           .about = dotted,
           .weight = 64,
           .text = Sentence(phrases::kAskPrivateName, {{"name", dotted}, {"package", package}})});
      return;
    }
  }
}

// `package._hidden = …`: what the package itself relies on.
void AskAboutReplacedNames(Inquiry& inquiry, const TouchedFunction& touched) {
  int tried = 0;
  for (Node assignment : touched.function->body.descendants(NodeKind::kAssignment)) {
    const Node left = assignment.child(Field::kLeft);
    if (!left.Is(NodeKind::kAttribute) || !inquiry.IsNew(*touched.file, assignment)) continue;
    if (++tried > kMaxTried) return;
    const absl::string_view name = left.child(Field::kAttribute).text();
    if (PrivatePart(name).empty()) continue;
    const std::string owner = touched.file->after->Resolve(left.child(Field::kObject));
    const std::string package = owner.substr(0, owner.find('.'));
    if (package.empty() || IsKnownWell(inquiry, package)) continue;
    inquiry.Ask(
        *touched.file, assignment,
        {.kind = "private-name-replaced",
         .about = std::string(name),
         .weight = 70,
         .text = Sentence(phrases::kAskReplacedName,
                          {{"name", absl::StrCat(owner, ".", name)}, {"package", package}})});
    return;
  }
}

}  // namespace

void AskAboutOtherPackages(Inquiry& inquiry) {
  for (const AnalysedFile* file : inquiry.product()) {
    if (inquiry.should_stop()) return;
    AskAboutPrivateNames(inquiry, *file);
  }
  for (const TouchedFunction& touched : inquiry.touched()) {
    if (inquiry.should_stop()) return;
    AskAboutReplacedNames(inquiry, touched);
  }
}

}  // namespace allreview::analysis
