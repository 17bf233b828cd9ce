// New branches that put a command line together.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "sentences/statements/sequel.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"
#include "services/analysis/change_model/statements/effects/edited.h"

namespace allreview::analysis {
namespace {

using v1::Step;

constexpr int kWeight = 800;
constexpr size_t kMinFlags = 2;
constexpr size_t kMaxWords = 5;
constexpr size_t kMaxBytes = 130;

bool IsFlag(absl::string_view word) {
  return word.size() > 3 && absl::StartsWith(word, "--") &&
         std::all_of(word.begin() + 2, word.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
         });
}

// "pkg.server" behind "-m", and "--port", each once; nothing where there are few.
std::vector<std::string> WordsOfCommand(const EditedFunction& function,
                                        const std::vector<int>& body) {
  std::vector<std::string> words;
  size_t flags = 0;
  for (const int i : body) {
    const Step& step = function.step(i);
    const bool is_told = step.status() == Step::STATUS_ADDED &&
                         (step.kind() == Step::KIND_ASSIGNMENT || step.kind() == Step::KIND_CALL) &&
                         !absl::StrContains(step.code(), "add_argument(");
    if (!is_told) continue;
    const std::vector<std::string> literals = LiteralsIn(step.code());
    for (size_t at = 0; at < literals.size(); ++at) {
      const std::string& word = literals[at];
      const bool is_module = at > 0 && literals[at - 1] == "-m";
      const bool is_known = std::find(words.begin(), words.end(), word) != words.end();
      if ((!IsFlag(word) && !is_module) || is_known) continue;
      flags += IsFlag(word) ? 1 : 0;
      if (words.size() < kMaxWords) words.push_back(word);
    }
  }
  if (flags < kMinFlags) words.clear();
  return words;
}

}  // namespace

std::vector<Effect> EffectsOfCommands(const EditInput& input) {
  std::vector<Effect> effects;
  for (const EditedFunction& function : input.functions) {
    for (int i = 0; i < function.size(); ++i) {
      const Step& step = function.step(i);
      const std::string test = TestOf(Flat(step.code()));
      if (step.kind() != Step::KIND_IF || !function.IsNew(i) || test.empty() ||
          test.size() > kMaxBytes) {
        continue;
      }
      const std::vector<int> body = function.after().BodyOf(i);
      const std::vector<std::string> words = WordsOfCommand(function, body);
      if (words.empty()) continue;
      effects.push_back(
          function.Told("builds-command", words.front(),
                        Sentence(phrases::kBuildsCommand, {{"function", function.name()},
                                                           {"conditions", CodeList({test})},
                                                           {"words", CodeList(words)}}),
                        i, kWeight));
      i = body.empty() ? i : body.back();
    }
  }
  return effects;
}

}  // namespace allreview::analysis
