// Lines that the change replaces, or puts others between, and that stand elsewhere as they were.

#include <algorithm>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"
#include "services/analysis/change_model/statements/questions/repository_lines.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMinRemoved = 2;  // Lines that follow each other.
constexpr int kMinTokens = 26;     // Of these; fewer are common phrases.
constexpr int kMinTokensOfShort = 11;
constexpr size_t kMaxRuns = 40;

// Old lines that the change replaced, or put others between: what they say, hashed and in full.
struct Replaced {
  const FunctionPair* pair = nullptr;
  std::vector<SignificantLine> lines;
  std::vector<uint16_t> hashes;
  Node added;             // The first of the lines between them; null: they were replaced.
  bool is_short = false;  // Only functions of the same name are alike enough.
};

// A repository may have one package for each framework, which look alike and differ for good
// reason.
absl::string_view FrameworkOf(absl::string_view path) {
  for (absl::string_view name : {"/pytorch/", "/paddle/", "/jax/", "/tensorflow/", "/mxnet/"}) {
    if (absl::StrContains(path, name)) return name;
  }
  return "";
}

int TokensOf(const std::vector<SignificantLine>& lines) {
  int tokens = 0;
  for (const SignificantLine& line : lines) tokens += line.tokens;
  return tokens;
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

class Search {
 public:
  explicit Search(Inquiry& inquiry)
      : inquiry_(inquiry), replaced_(ReplacedBy(inquiry)), lines_(inquiry) {}

  void Run() {
    if (replaced_.empty()) return;
    lines_.ForEachFile([&](const IndexedFile& file, const std::vector<LineFacts>& lines) {
      for (const Replaced& run : replaced_) LookForReplaced(run, file, lines);
    });
  }

 private:
  void LookForReplaced(const Replaced& run, const IndexedFile& file,
                       const std::vector<LineFacts>& lines) {
    const size_t count = run.hashes.size();
    for (size_t i = 0; i + count <= lines.size(); ++i) {
      const auto is_equal = [](const LineFacts& line, uint16_t hash) { return line.text == hash; };
      if (lines[i].text != run.hashes[0]) continue;
      if (!std::equal(lines.begin() + i, lines.begin() + i + count, run.hashes.begin(), is_equal)) {
        continue;
      }
      if (lines_.IsAdded(file.path(), lines[i].line, lines[i + count - 1].line)) continue;
      const python::Module* module = lines_.Read(file.path());
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
    if (FrameworkOf(module.path()) != FrameworkOf(run.pair->file->changed->path)) return;
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

  Inquiry& inquiry_;
  const std::vector<Replaced> replaced_;
  RepositoryLines lines_;
};

}  // namespace

void AskAboutSameLines(Inquiry& inquiry) { Search(inquiry).Run(); }

}  // namespace allreview::analysis
