// Lines of the change that stand elsewhere in the repository: the old ones, unchanged, and those of
// a new function.

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/significant_lines.h"
#include "analyzers/rules/observation.h"
#include "base/poll.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

using repository::IndexedFile;
using repository::LineFacts;
using repository::SignificantLine;

constexpr size_t kMinRemoved = 2;  // Lines that follow each other.
constexpr int kMinTokens = 26;     // Of these; fewer are common phrases.
constexpr int kMinTokensOfShort = 11;
constexpr size_t kMaxRuns = 40;
constexpr size_t kMaxRead = 12;     // Files whose text is compared.
constexpr size_t kMinCopied = 14;   // Lines of a function.
constexpr double kMinShare = 0.65;  // Of its lines.
constexpr int kMinTokensOfLine = 5;
constexpr size_t kMaxFunctions = 30;

// Old lines that the change replaced, or put others between: what they say, hashed and in full.
struct Replaced {
  const FunctionPair* pair = nullptr;
  std::vector<SignificantLine> lines;
  std::vector<uint16_t> hashes;
  Node added;             // The first of the lines between them; null: they were replaced.
  bool is_short = false;  // Only functions of the same name are alike enough.
};

int TokensOf(const std::vector<SignificantLine>& lines) {
  int tokens = 0;
  for (const SignificantLine& line : lines) tokens += line.tokens;
  return tokens;
}

Node FirstNodeOf(const python::Module& module, int line) {
  const size_t column = module.tree().LineText(line).find_first_not_of(" \t");
  if (column == absl::string_view::npos) return Node();
  return module.tree().NodeAt(module.tree().LineStart(line) + static_cast<uint32_t>(column));
}

// Lines of the old file, in hunks that put others in their place.
std::set<int> ReplacedLinesOf(const change::ChangedFile& file) {
  std::set<int> replaced;
  for (const change::ChangedHunk& hunk : file.hunks) {
    if (hunk.added.empty()) continue;
    replaced.insert(hunk.removed.begin(), hunk.removed.end());
  }
  return replaced;
}

// What a file says, line by line, and the hashes of it.
struct Lines {
  std::vector<SignificantLine> lines;
  std::vector<LineFacts> facts;

  explicit Lines(const python::SyntaxTree& tree)
      : lines(repository::SignificantLinesOf(tree)), facts(repository::LineFactsOf(tree)) {
    if (facts.size() != lines.size()) lines.clear();
  }
  // The index of the first one from a line of the file on.
  size_t From(int line) const {
    const auto at = std::lower_bound(lines.begin(), lines.end(), line,
                                     [](const SignificantLine& l, int n) { return l.line < n; });
    return static_cast<size_t>(at - lines.begin());
  }
};
using KnownLines = std::map<const python::Module*, Lines>;

const Lines& LinesOf(KnownLines& known, const python::Module& module) {
  return known.try_emplace(&module, module.tree()).first->second;
}

void CollectReplaced(const Inquiry& inquiry, const FunctionPair& pair, const Lines& lines,
                     const std::set<int>& replaced, std::vector<Replaced>& runs) {
  bool is_open = false;
  for (size_t i = lines.From(pair.before->body.first_line()); i < lines.lines.size(); ++i) {
    const int line = lines.lines[i].line;
    if (line > pair.before->body.last_line()) return;
    const bool is_gone = replaced.contains(line) &&
                         !inquiry.change().moves().WhereTo(FirstNodeOf(*pair.module_before, line));
    if (is_gone && !is_open) runs.push_back({&pair, {}, {}, {}});
    if (is_gone) {
      runs.back().lines.push_back(lines.lines[i]);
      runs.back().hashes.push_back(lines.facts[i].text);
    }
    is_open = is_gone;
  }
}

// Says nothing that another place would need.
bool IsAside(const SignificantLine& line) {
  return absl::StrContains(line.text, "log") || absl::StrContains(line.text, "print") ||
         absl::StrContains(line.text, "warn") || line.tokens < 4;
}

// New lines between old ones: two before and two behind, which stood together before.
void CollectAround(const Inquiry& inquiry, const FunctionPair& pair, const Lines& after,
                   std::vector<Replaced>& runs) {
  const Definition& function = *pair.after;
  const auto is_added = [&](size_t i) {
    return pair.file->lines.HasAdded(after.lines[i].line, after.lines[i].line);
  };
  const size_t first = after.From(function.body.first_line());
  const size_t end = after.From(function.body.last_line() + 1);
  for (size_t i = first + 2; i + 2 < end; ++i) {
    if (!is_added(i) || is_added(i - 1) || is_added(i - 2)) continue;
    size_t behind = i;
    while (behind + 1 < end && is_added(behind)) ++behind;
    if (behind + 1 >= end || is_added(behind + 1)) continue;
    const Node added = FirstNodeOf(*pair.file->after, after.lines[i].line);
    const bool is_gone =
        pair.file->lines.HasRemoved(after.lines[i - 1].line, after.lines[behind].line);
    if (is_gone || IsAside(after.lines[i]) || !inquiry.IsNew(*pair.file, added)) continue;
    Replaced run{&pair, {}, {}, added};
    for (size_t at : {i - 2, i - 1, behind, behind + 1}) {
      run.lines.push_back(after.lines[at]);
      run.hashes.push_back(after.facts[at].text);
    }
    if (runs.size() < kMaxRuns) runs.push_back(std::move(run));
  }
}

// Runs of replaced lines of each function that stands on both sides.
std::vector<Replaced> ReplacedBy(const Inquiry& inquiry) {
  KnownLines known;
  std::vector<Replaced> runs;
  for (const FunctionPair& pair : inquiry.pairs()) {
    if (pair.file->changed->old_path != pair.module_before->path()) continue;
    const std::set<int> replaced = ReplacedLinesOf(*pair.file->changed);
    if (runs.size() >= kMaxRuns) continue;
    CollectReplaced(inquiry, pair, LinesOf(known, *pair.module_before), replaced, runs);
    CollectAround(inquiry, pair, LinesOf(known, *pair.file->after), runs);
  }
  std::erase_if(runs, [](Replaced& run) {
    const int tokens = TokensOf(run.lines);
    run.is_short = run.lines.size() < kMinRemoved || tokens < kMinTokens;
    return tokens < (run.added ? kMinTokens : kMinTokensOfShort);
  });
  if (runs.size() > kMaxRuns) runs.resize(kMaxRuns);
  return runs;
}

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
      : inquiry_(inquiry), replaced_(ReplacedBy(inquiry)), fresh_(FreshFunctions(inquiry)) {}

  void Run() {
    if (replaced_.empty() && fresh_.empty()) return;
    for (const IndexedFile* file : inquiry_.change().index().AllFiles()) {
      if (inquiry_.should_stop() || read_ == kMaxRead) return;
      if (!paths::IsProductSource(file->path())) continue;
      const std::vector<LineFacts> lines =
          repository::UnpackLines(repository::PackedLinesOfFacts(file->encoded_facts()));
      PollBytes(lines.size());
      for (const Replaced& run : replaced_) LookForReplaced(run, *file, lines);
      for (const Fresh& fresh : fresh_) LookForCopy(fresh, *file, lines);
    }
  }

 private:
  // Null: it cannot be had. A changed file is the change's own.
  const python::Module* Read(const std::string& path) {
    for (const AnalysedFile& file : inquiry_.change().files()) {
      if (file.changed->path == path) return file.after;
    }
    const auto known = modules_.find(path);
    if (known != modules_.end()) return known->second.get();
    if (read_ == kMaxRead) return nullptr;
    ++read_;
    std::unique_ptr<python::Module>& module = modules_[path];
    const std::string* text = inquiry_.change().texts().Read(change::Side::kRight, path);
    if (text == nullptr) return nullptr;
    if (auto parsed = python::Module::Parse(path, *text); parsed.ok()) module = *std::move(parsed);
    return module.get();
  }

  bool IsAdded(absl::string_view path, int first, int last) const {
    for (const AnalysedFile& file : inquiry_.change().files()) {
      if (file.changed->path == path && file.lines.HasAdded(first, last)) return true;
    }
    return false;
  }

  void LookForReplaced(const Replaced& run, const IndexedFile& file,
                       const std::vector<LineFacts>& lines) {
    const size_t count = run.hashes.size();
    for (size_t i = 0; i + count <= lines.size(); ++i) {
      const auto is_equal = [](const LineFacts& line, uint16_t hash) { return line.text == hash; };
      if (lines[i].text != run.hashes[0]) continue;
      if (!std::equal(lines.begin() + i, lines.begin() + i + count, run.hashes.begin(), is_equal)) {
        continue;
      }
      if (IsAdded(file.path(), lines[i].line, lines[i + count - 1].line)) continue;
      const python::Module* module = Read(file.path());
      if (module != nullptr && IsSame(run, *module, i))
        return AskAboutRest(run, *module, lines[i].line);
    }
  }

  static bool IsSame(const Replaced& run, const python::Module& module, size_t at) {
    const std::vector<SignificantLine> lines = repository::SignificantLinesOf(module.tree());
    if (at + run.lines.size() > lines.size()) return false;
    for (size_t i = 0; i < run.lines.size(); ++i) {
      if (lines[at + i].text != run.lines[i].text) return false;
    }
    return true;
  }

  void AskAboutRest(const Replaced& run, const python::Module& module, int line) {
    const Node other = FirstNodeOf(module, line);
    const Definition* around = module.EnclosingFunction(other);
    if (around == nullptr || around == run.pair->after) return;
    if (run.is_short && around->simple_name != run.pair->after->simple_name) return;
    const Words place = PlaceOf(*run.pair->file->after, module, other);
    Query query{.kind = "same-lines-stay-elsewhere", .about = run.pair->after->name, .weight = 78};
    query.also = {rules::RangeOf(module, other)};
    if (run.added) {
      query.text = Sentence(
          phrases::kAskAround,
          {{"function", run.pair->after->name}, {"other", around->name}, {"place", place}});
      return inquiry_.Ask(*run.pair->file, run.added, std::move(query));
    }
    query.text = Sentence(run.lines.size() == 1 ? phrases::kAskRestOfOne : phrases::kAskRest,
                          {{"function", run.pair->after->name},
                           {"count", absl::StrCat(run.lines.size())},
                           {"other", around->name},
                           {"place", place}});
    inquiry_.AskBefore(*run.pair->module_before,
                       FirstNodeOf(*run.pair->module_before, run.lines[0].line), std::move(query));
  }

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
    const python::Module* module = Read(file.path());
    if (module != nullptr) CompareWith(fresh, *module, lines[best_end].line);
  }

  void CompareWith(const Fresh& fresh, const python::Module& module, int line) {
    const Definition* other = module.EnclosingFunction(FirstNodeOf(module, line));
    if (other == nullptr || &module == fresh.file->after) return;
    if (IsAdded(module.path(), other->first_line, other->end_line - 1)) return;
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
  const std::vector<Replaced> replaced_;
  const std::vector<Fresh> fresh_;
  size_t read_ = 0;
  std::map<std::string, std::unique_ptr<python::Module>, std::less<>> modules_;
};

}  // namespace

void AskAboutSameLines(Inquiry& inquiry) { Search(inquiry).Run(); }

}  // namespace allreview::analysis
