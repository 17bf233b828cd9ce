// New functions most of whose lines are those of another one.

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"
#include "services/analysis/change_model/statements/questions/repository_lines.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMinCopied = 14;   // Lines of a function.
constexpr double kMinShare = 0.65;  // Of its lines.
constexpr int kMinTokensOfLine = 5;
constexpr size_t kMaxFunctions = 30;

// A new function, and the lines that say something.
struct Fresh {
  const AnalysedFile* file = nullptr;
  const Definition* function = nullptr;
  std::vector<SignificantLine> lines;
  std::vector<bool> wanted;  // By hash.
};

std::vector<Fresh> FreshFunctions(const Inquiry& inquiry) {
  KnownLines known;
  std::vector<Fresh> fresh;
  for (const TouchedFunction& touched : inquiry.touched()) {
    const Definition& function = *touched.function;
    const bool is_short = function.end_line - function.first_line < static_cast<int>(kMinCopied);
    if (is_short || function.simple_name == "__init__" || fresh.size() == kMaxFunctions) continue;
    if (!inquiry.change().moves().IsNew(function)) continue;
    const Lines& lines = LinesOf(known, *touched.file->after);
    Fresh added{touched.file, &function, {}, std::vector<bool>(1 << 16)};
    for (size_t i = lines.From(function.body.first_line()); i < lines.lines.size(); ++i) {
      if (lines.lines[i].line > function.body.last_line()) break;
      if (lines.lines[i].tokens < kMinTokensOfLine) continue;
      added.lines.push_back(lines.lines[i]);
      added.wanted[lines.facts[i].text] = true;
    }
    if (added.lines.size() >= kMinCopied) fresh.push_back(std::move(added));
  }
  return fresh;
}

class Search {
 public:
  explicit Search(Inquiry& inquiry)
      : inquiry_(inquiry), fresh_(FreshFunctions(inquiry)), lines_(inquiry) {}

  void Run() {
    if (fresh_.empty()) return;
    lines_.ForEachFile([&](const IndexedFile& file, const std::vector<LineFacts>& lines) {
      for (const Fresh& fresh : fresh_) LookForCopy(fresh, file, lines);
    });
  }

 private:
  // Lines of the function that stand, in their order, close together in the other file.
  void LookForCopy(const Fresh& fresh, const IndexedFile& file,
                   const std::vector<LineFacts>& lines) {
    const size_t span = fresh.lines.size() * 2;
    const size_t least = std::max(kMinCopied, static_cast<size_t>(fresh.lines.size() * kMinShare));
    size_t in_window = 0, best = 0, best_end = 0;
    for (size_t i = 0; i < lines.size(); ++i) {
      in_window += fresh.wanted[lines[i].text];
      if (i >= span) in_window -= fresh.wanted[lines[i - span].text];
      if (in_window > best) {
        best = in_window;
        best_end = i;
      }
    }
    if (best < least) return;
    const python::Module* module = lines_.Read(file.path());
    if (module != nullptr) CompareWith(fresh, *module, lines[best_end].line);
  }

  void CompareWith(const Fresh& fresh, const python::Module& module, int line) {
    const Definition* other = module.EnclosingFunction(FirstNodeOf(module, line));
    if (other == nullptr || &module == fresh.file->after) return;
    if (lines_.IsAdded(module.path(), other->first_line, other->end_line - 1)) return;
    std::multiset<absl::string_view> texts;
    const std::vector<SignificantLine> lines = repository::SignificantLinesOf(module.tree());
    for (const SignificantLine& l : lines) {
      if (l.line >= other->first_line && l.line < other->end_line) texts.insert(l.text);
    }
    size_t copied = 0;
    const SignificantLine* differs = nullptr;
    for (const SignificantLine& l : fresh.lines) {
      const auto found = texts.find(l.text);
      if (found == texts.end()) {
        if (differs == nullptr) differs = &l;
        continue;
      }
      texts.erase(found);
      ++copied;
    }
    if (copied < kMinCopied || copied < fresh.lines.size() * kMinShare) return;
    AskAboutCopy(fresh, module, *other, copied, differs);
  }

  void AskAboutCopy(const Fresh& fresh, const python::Module& module, const Definition& other,
                    size_t copied, const SignificantLine* differs) {
    const Params params = {{"function", fresh.function->name},
                           {"copied", absl::StrCat(copied)},
                           {"lines", absl::StrCat(fresh.lines.size())},
                           {"other", other.name},
                           {"place", absl::StrCat(module.path(), ":", other.node.first_line())},
                           {"line", absl::StrCat(differs == nullptr ? 0 : differs->line)}};
    inquiry_.Ask(
        *fresh.file, fresh.function->node.child(Field::kName),
        {.kind = "function-copied",
         .about = other.name,
         .weight = 59,
         .text = Sentence(differs == nullptr ? phrases::kAskWholeCopy : phrases::kAskFunctionCopy,
                          params),
         .also = {rules::RangeOf(module, other.node.child(Field::kName))}});
  }

  Inquiry& inquiry_;
  const std::vector<Fresh> fresh_;
  RepositoryLines lines_;
};

}  // namespace

void AskAboutCopiedFunctions(Inquiry& inquiry) { Search(inquiry).Run(); }

}  // namespace allreview::analysis
