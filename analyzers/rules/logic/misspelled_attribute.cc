// self.hiden_size = ...: stored, read nowhere, and one letter away from what is read.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/logic/similar_names.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "base/edit_distance.h"

namespace allreview::rules {
namespace {

using logic::BeginAlike;

constexpr size_t kMinLength = 8;

struct Attribute {
  Node store;
  int stores = 0, reads = 0;
};

// The attribute of `self.x = ...` and `self.x: T = ...`, unpacked or not.
bool IsStored(Node attribute) {
  Node target = attribute;
  while (target.parent().Is(NodeKind::kPatternList) ||
         target.parent().Is(NodeKind::kTuplePattern)) {
    target = target.parent();
  }
  return target.field() == Field::kLeft && target.parent().Is(NodeKind::kAssignment);
}

std::map<absl::string_view, Attribute> AttributesOf(Node a_class) {
  std::map<absl::string_view, Attribute> attributes;
  for (Node node : a_class.child(Field::kBody).descendants(NodeKind::kAttribute)) {
    if (node.child(Field::kObject).text() != "self") continue;
    Attribute& attribute = attributes[node.child(Field::kAttribute).text()];
    if (IsStored(node)) {
      ++attribute.stores;
      if (!attribute.store) attribute.store = node;
    } else {
      ++attribute.reads;
    }
  }
  return attributes;
}

std::string WithoutPlural(absl::string_view name) {
  absl::ConsumeSuffix(&name, "s");
  return absl::StrReplaceAll(name, {{"_", ""}});
}

bool HasDigit(absl::string_view name) {
  return std::any_of(name.begin(), name.end(), [](char c) { return absl::ascii_isdigit(c); });
}

bool IsMisspelling(absl::string_view name, absl::string_view of) {
  // What does not begin with the same letter and is not as long, give or take one, costs nothing.
  return of.size() >= kMinLength && name.size() <= of.size() + 1 && of.size() <= name.size() + 1 &&
         name[0] == of[0] && EditDistance(name, of) == 1 && BeginAlike(name, of) &&
         WithoutPlural(name) != WithoutPlural(of) && !HasDigit(name) && !HasDigit(of);
}

// The word of `name` that `of` spells otherwise.
std::string DifferingWord(absl::string_view name, absl::string_view of) {
  const std::vector<std::string> words = absl::StrSplit(name, '_'),
                                 others = absl::StrSplit(of, '_');
  for (size_t i = 0; i < words.size() && i < others.size(); ++i) {
    if (words[i] != others[i]) return words[i];
  }
  return "";
}

// The file uses the word in another name, too: then it is a word of the trade.
bool IsKnownWord(const python::Module& module, absl::string_view word, absl::string_view name) {
  for (Node node : module.tree().root().descendants(NodeKind::kIdentifier)) {
    if (node.text() == name) continue;
    if (!absl::StrContains(node.text(), word)) continue;
    for (absl::string_view part : absl::StrSplit(node.text(), '_')) {
      if (part == word) return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node a_class) {
  if (a_class.HasError()) return;
  const std::map<absl::string_view, Attribute> attributes = AttributesOf(a_class);
  for (const auto& [name, attribute] : attributes) {
    if (attribute.stores != 1 || attribute.reads != 0 || name.size() < kMinLength) continue;
    for (const auto& [other, read] : attributes) {
      if (read.reads == 0 || !IsMisspelling(name, other)) continue;
      const std::string word = DifferingWord(name, other);
      const Node at = attribute.store.child(Field::kAttribute);
      if (IsKnownWord(file.module(), word, name) ||
          (word != name && file.project().CountFilesWithIdentifier(word) > 0) ||
          file.project().CountFilesWithIdentifier(name) > 1 || IsWaived(at, {"misspelled"})) {
        continue;
      }
      file.Report({.at = at,
                   .params = {{"name", std::string(name)}, {"other", std::string(other)}},
                   .edits = {Replace(file.module(), at, std::string(other))}});
      break;
    }
  }
}

}  // namespace

extern constinit const Rule kMisspelledAttribute = {
    .info =
        {.id = "misspelled-attribute",
         .title = {"Attribute stored under a misspelled name", "属性名拼写错误"},
         .confidence = Confidence::kMedium,
         .message =
             {"`self.{name}` is assigned but never read, while the class reads `self.{other}`",
              "`self.{name}` 被赋值却没有任何地方读取，而该类读取的是 `self.{other}`"},
         .consequence =
             {"The value is lost: the class continues with the old one, or raises AttributeError",
              "值会丢失：该类继续使用旧值，或者抛出 AttributeError"},
         .advice = {"Rename it to `self.{other}`", "重命名为 `self.{other}`"},
         .why = "Python creates a new attribute for every misspelling. Names whose differing words "
                "both occur in the repository, as in tp_group and dp_group, are not reported.",
         .fix = "Use the name that is read.",
         .bad = R"py(
class Layer:
    def __init__(self):
        self.hidden_size = 0

    def resize(self, size):
        self.hiden_size = size
        return self.hidden_size
)py",
         .good = R"py(
class Layer:
    def __init__(self):
        self.hidden_size = 0

    def resize(self, size):
        self.hidden_size = size
        return self.hidden_size
)py"},
    .kinds = {NodeKind::kClassDefinition},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
