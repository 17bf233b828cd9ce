// Keywords that the change gives to several calls of one callee, and that other calls still lack.

#include <map>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr int kMinGained = 2;
constexpr size_t kMaxLacking = 24;  // More: what this change wants is not what all want.
constexpr size_t kMaxPlaces = 3;    // That are named.
constexpr size_t kMaxKeywords = 8;  // That are looked for.

// A callee and what it gained: "quack.gemm", "tuned=False".
using Key = std::pair<std::string, std::string>;

struct Gained {
  const AnalysedFile* file = nullptr;
  Node keyword;  // The first one.
  int count = 0;
  int positional = 0;  // As many stand before it, at most.
};

bool IsLiteral(Node value) {
  return value.Is(NodeKind::kTrue) || value.Is(NodeKind::kFalse) || value.Is(NodeKind::kNone) ||
         value.Is(NodeKind::kString) || IsNumber(value);
}

// How many calls of the callee in the function do not pass the keyword.
int CountWithout(const python::Module& module, const Definition& function, absl::string_view callee,
                 absl::string_view keyword) {
  const absl::string_view simple_name = callee.substr(callee.rfind('.') + 1);
  int count = 0;
  for (Node call : function.body.descendants(NodeKind::kCall)) {
    if (CalleeName(call) != simple_name || python::KeywordArgument(call, keyword)) continue;
    count += module.Resolve(call.child(Field::kFunction)) == callee;
  }
  return count;
}

// The change writes the call anew, with that keyword.
void CollectFrom(const FunctionPair& pair, Node call, std::map<Key, Gained>& in_function) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  std::string callee;
  for (Node keyword : arguments.keywords) {
    if (!IsLiteral(keyword.child(Field::kValue)) || !pair.file->lines.Touches(keyword)) continue;
    if (callee.empty()) callee = pair.file->after->Resolve(call.child(Field::kFunction));
    if (callee.empty() || absl::StartsWith(callee, "builtins.")) return;
    Gained& gained = in_function[{callee, std::string(keyword.text())}];
    if (gained.count++ == 0) {
      gained.file = pair.file;
      gained.keyword = keyword;
    }
    gained.positional = std::max(gained.positional, static_cast<int>(arguments.positional.size()));
  }
}

std::map<Key, Gained> GainedBy(const Inquiry& inquiry) {
  std::map<Key, Gained> all;
  for (const FunctionPair& pair : inquiry.pairs()) {
    std::map<Key, Gained> in_function;
    for (Node call : pair.after->body.descendants(NodeKind::kCall)) {
      if (pair.file->lines.Touches(call)) CollectFrom(pair, call, in_function);
    }
    for (const auto& [key, gained] : in_function) {
      const absl::string_view name = gained.keyword.child(Field::kName).text();
      // Calls that are new altogether gain nothing.
      const int lacked = CountWithout(*pair.module_before, *pair.before, key.first, name) -
                         CountWithout(*pair.file->after, *pair.after, key.first, name);
      const int count = std::min(gained.count, lacked);
      if (count <= 0) continue;
      Gained& sum = all.try_emplace(key, Gained{gained.file, gained.keyword}).first->second;
      sum.count += count;
      sum.positional = std::max(sum.positional, gained.positional);
    }
  }
  std::erase_if(all, [](const auto& entry) { return entry.second.count < kMinGained; });
  return all;
}

// Calls of the product that lack the keyword, wherever they stand.
std::vector<rules::Range> CallsWithout(Inquiry& inquiry, const Key& key, const Gained& gained) {
  repository::Project& project = inquiry.change().project();
  const std::string simple_name = key.first.substr(key.first.rfind('.') + 1);
  const std::string canonical = project.Canonical(key.first);
  const std::string keyword(gained.keyword.child(Field::kName).text());
  std::vector<rules::Range> lacking;
  for (const repository::IndexedFile* file :
       inquiry.change().index().FilesWithIdentifier(simple_name)) {
    if (inquiry.should_stop()) return {};
    if (paths::IsTestPath(file->path())) continue;
    for (const repository::CallFacts& call : file->facts().calls) {
      if (!absl::EndsWith(call.callee, simple_name) || call.is_guarded) continue;
      if (call.has_star || call.has_double_star || call.positional > gained.positional) continue;
      const auto& passed = call.keywords;
      if (std::find(passed.begin(), passed.end(), keyword) != passed.end()) continue;
      const std::string callee = file->Absolute(call.callee);
      if (callee != key.first && project.Canonical(callee) != canonical) continue;
      lacking.push_back(rules::RangeOf(file->path(), call.place));
      if (lacking.size() > kMaxLacking) return lacking;
    }
  }
  return lacking;
}

void AskAboutKeyword(Inquiry& inquiry, const Key& key, const Gained& gained) {
  std::vector<rules::Range> lacking = CallsWithout(inquiry, key, gained);
  if (lacking.empty() || lacking.size() > kMaxLacking) return;
  const size_t count = lacking.size();
  if (count > kMaxPlaces) lacking.resize(kMaxPlaces);
  std::vector<std::string> places;
  for (const rules::Range& range : lacking) {
    places.push_back(absl::StrCat(range.path, ":", range.first_line));
  }
  const Params params = {{"gained", absl::StrCat(gained.count)},
                         {"count", absl::StrCat(count)},
                         {"callee", key.first.substr(key.first.rfind('.') + 1)},
                         {"argument", CodeOf(gained.keyword)},
                         {"places", CodeList(places)}};
  const Phrase& phrase = count == 1            ? phrases::kAskNewKeywordOfOne
                         : count <= kMaxPlaces ? phrases::kAskNewKeyword
                                               : phrases::kAskNewKeywordOfMany;
  inquiry.Ask(*gained.file, gained.keyword,
              {.kind = "new-keyword-lacks-elsewhere",
               .about = absl::StrCat(key.first, " ", key.second),
               .weight = 82,
               .text = Sentence(phrase, params),
               .also = lacking});
}

}  // namespace

void AskAboutNewKeywords(Inquiry& inquiry) {
  size_t asked = 0;
  for (const auto& [key, gained] : GainedBy(inquiry)) {
    if (inquiry.should_stop() || ++asked > kMaxKeywords) return;
    AskAboutKeyword(inquiry, key, gained);
  }
}

}  // namespace allreview::analysis
