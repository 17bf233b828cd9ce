// A message of one class that speaks of its sibling: it was copied from there.

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Definition;

// It is what an exception, an assertion or a warning says.
bool IsMessage(Node string) {
  for (Node node = string.parent(); node; node = node.parent()) {
    if (node.Is(NodeKind::kRaiseStatement)) return true;
    if (node.Is(NodeKind::kAssertStatement)) return node.named_child(0) != string;
    if (node.Is(NodeKind::kCall) && IsOneOf(CalleeName(node), {"warn", "warn_once"})) return true;
    if (node.Is(NodeKind::kBlock)) return false;
  }
  return false;
}

// "FusedAdam": words that begin with capitals, and no other letters.
bool IsClassName(absl::string_view word) {
  int humps = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    const bool is_upper = absl::ascii_isupper(static_cast<unsigned char>(word[i]));
    const bool is_next_lower =
        i + 1 < word.size() && absl::ascii_islower(static_cast<unsigned char>(word[i + 1]));
    humps += is_upper && is_next_lower;
  }
  return humps >= 2 && absl::ascii_isupper(static_cast<unsigned char>(word[0]));
}

// The first class name in the text that is not `own`; "": none.
absl::string_view ClassNameIn(absl::string_view text, absl::string_view own) {
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() &&
           (absl::ascii_isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) {
      ++end;
    }
    const absl::string_view word = text.substr(i, end - i);
    if (word == own) return "";
    if (!word.empty() && IsClassName(word)) return word;
    i = end + 1;
  }
  return "";
}

absl::string_view FolderOf(absl::string_view path) { return path.substr(0, path.rfind('/') + 1); }

// The class that both inherit from first.
bool HaveOneBase(repository::Project& project, absl::string_view a, absl::string_view b) {
  const std::vector<std::string> of_a = project.BasesOf(a), of_b = project.BasesOf(b);
  return !of_a.empty() && !of_b.empty() && of_a[0] == of_b[0];
}

// A class of the same kind beside this one that has a method of the same name, and with which it
// has nothing to do.
bool IsSibling(FileContext& file, const Definition& a_class, const Definition& method,
               absl::string_view name, absl::string_view text) {
  for (Node identifier : a_class.outer.descendants(NodeKind::kIdentifier)) {
    if (identifier.text() == name) return false;
  }
  repository::Project& project = file.project();
  const repository::Found other = project.FindUnique(name);
  if (!other || FolderOf(other.path) != FolderOf(file.module().path())) return false;
  // In the same file the text of the other one can be seen: copied messages stand there, too.
  const Definition* const twin =
      other.path == file.module().path() ? file.module().FindDefinition(name) : nullptr;
  if (twin != nullptr && !absl::StrContains(twin->outer.text(), text)) return false;
  const std::string own = file.AbsoluteName(a_class);
  return HaveOneBase(project, own, other.name) &&
         project.FindMethod(other.name, method.simple_name) &&
         project.IsSubclass(own, other.name) == repository::Answer::kNo &&
         project.IsSubclass(other.name, own) == repository::Answer::kNo;
}

void Check(FileContext& file, Node string) {
  const python::Module& module = file.module();
  const Definition* const a_class = module.EnclosingClass(string);
  const Definition* const method = module.EnclosingFunction(string);
  if (a_class == nullptr || method == nullptr || !IsMessage(string)) return;
  const absl::string_view name = ClassNameIn(string.text(), a_class->simple_name);
  if (name.empty() || !IsSibling(file, *a_class, *method, name, string.text())) return;
  file.Report(
      {.at = string,
       .params = {{"class", std::string(a_class->simple_name)}, {"other", std::string(name)}}});
}

}  // namespace

extern constinit const Rule kMessageNamesOtherClass = {
    .info =
        {.id = "message-names-other-class",
         .title = {"Message that names another class", "提示信息写的是另一个类"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .pillar = Pillar::kReadability,
         .message = {"This message of `{class}` speaks of `{other}`, a class beside it that "
                     "`{class}` does not use",
                     "`{class}` 的这条信息提到的是旁边的类 `{other}`，而 `{class}` 并没有用到它"},
         .consequence = {"Whoever reads it looks for the mistake in the wrong class",
                         "看到它的人会到错误的类中去找问题"},
         .advice = {"Write `{class}`", "改写为 `{class}`"},
         .why = "Messages are often copied with the code around them.",
         .fix = "Name the class that speaks, or use type(self).__name__.",
         .bad = R"py(
from torch.optim import Optimizer

class FusedAdam(Optimizer):
    def zero_grad(self, set_to_none):
        if set_to_none is None:
            raise ValueError("FusedAdam needs set_to_none")

class FusedSGD(Optimizer):
    def zero_grad(self, set_to_none):
        if set_to_none is None:
            raise ValueError("FusedAdam needs set_to_none")
)py",
         .good = R"py(
from torch.optim import Optimizer

class FusedAdam(Optimizer):
    def zero_grad(self, set_to_none):
        if set_to_none is None:
            raise ValueError("FusedAdam needs set_to_none")

class FusedSGD(Optimizer):
    def zero_grad(self, set_to_none):
        if set_to_none is None:
            raise ValueError("FusedSGD needs set_to_none")
)py",
         .version = 2},
    .kinds = {NodeKind::kString},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
