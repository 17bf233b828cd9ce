#include "gateway/document_check/truth.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gateway/document_check/bindings.h"
#include "gateway/document_check/claims.h"
#include "gateway/document_check/graph.h"
#include "gateway/document_check/sentences.h"

namespace allreview::document_check {
namespace {

constexpr size_t kMaxNodes = 12;

// Without blanks, and with one kind of quotes: code as it may be laid out anywhere.
std::string Squashed(absl::string_view code) {
  std::string text;
  for (const char c : code) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') continue;
    text += c == '\'' ? '"' : c;
  }
  return text;
}

int CountOf(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// Tests, examples and documentation.
bool IsBesideTheCode(absl::string_view path) {
  for (absl::string_view part : absl::StrSplit(path, '/')) {
    for (absl::string_view folder : {"tests", "test", "examples", "example", "docs", "doc"}) {
      if (part == folder) return true;
    }
    if (absl::StartsWith(part, "test_") && absl::EndsWith(part, ".py")) return true;
  }
  return false;
}

std::string Short(absl::string_view text) {
  constexpr size_t kMaxBytes = 80;
  if (text.size() <= kMaxBytes) return std::string(text);
  size_t end = kMaxBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return absl::StrCat(text.substr(0, end), "…");
}

class TruthChecker {
 public:
  TruthChecker(absl::string_view markdown, const TruthOptions& options)
      : outline_(ReadOutline(markdown)), options_(options) {
    for (const NamedDocument& other : options.beside) {
      if (other.document < options.document) earlier_.push_back({&other, ReadOutline(other.text)});
    }
  }

  std::vector<Fault> Check() {
    CheckContradictions();
    if (options_.change != nullptr && options_.change->read_file) CheckAgainstGit();
    if (options_.change != nullptr) CheckMoves();
    for (const Block& block : outline_.blocks) {
      if (block.language == "mermaid") CheckDiagram(block);
    }
    CheckSentences();
    std::stable_sort(faults_.begin(), faults_.end(),
                     [](const Fault& a, const Fault& b) { return a.line < b.line; });
    return std::move(faults_);
  }

 private:
  struct Other {
    const NamedDocument* document;
    Outline outline;
  };

  void Add(absl::string_view check, int line, std::string text) {
    faults_.push_back({.line = line, .text = std::move(text), .check = check});
  }

  void CheckContradictions() {
    const std::map<std::string, Answers> own = AnswersOf(outline_);
    for (const auto& [question, answers] : own) {
      Compare(question, answers.yes, answers.no, "this document");
    }
    for (const Other& other : earlier_) {
      for (const auto& [question, answers] : AnswersOf(other.outline)) {
        const auto found = own.find(question);
        if (found == own.end()) continue;
        Compare(question, found->second.yes, answers.no, other.document->name);
        Compare(question, found->second.no, answers.yes, other.document->name);
      }
      CompareStatuses(other);
    }
  }

  void Compare(const std::string& question, const std::vector<Answer>& here,
               const std::vector<Answer>& there, const std::string& name) {
    if (here.empty() || there.empty()) return;
    Add("contradiction", here[0].line,
        absl::StrCat("\"", here[0].text, "\", but line ", there[0].line, " of ", name, " says \"",
                     there[0].text, "\" (", question, ")"));
  }

  void CompareStatuses(const Other& other) {
    std::map<std::pair<std::string, std::string>, const StatusClaim*> known;
    const std::vector<StatusClaim> there = StatusClaimsOf(other.outline);
    for (const StatusClaim& claim : there) known[{claim.path, claim.name}] = &claim;
    for (const StatusClaim& claim : StatusClaimsOf(outline_)) {
      const auto found = known.find({claim.path, claim.name});
      if (found == known.end() || found->second->status == claim.status) continue;
      Add("contradiction", claim.line,
          absl::StrCat("\"", claim.name, "\" is ", claim.status, " here, ", found->second->status,
                       " in line ", found->second->line, " of ", other.document->name));
    }
  }

  void CheckAgainstGit() {
    for (const StatusClaim& claim : StatusClaimsOf(outline_)) {
      if (claim.status != "removed" || !absl::EndsWith(claim.path, ".py")) continue;
      const std::optional<std::string> source = options_.change->read_file(claim.path);
      if (!source || !Binds(*source, claim.name)) continue;
      Add("removed-is-bound", claim.line,
          absl::StrCat("\"", claim.name, "\" is called removed, but \"", claim.path,
                       "\" binds it"));
    }
    for (const TestClaim& claim : TestClaimsOf(outline_)) {
      const std::optional<std::string> source = options_.change->read_file(claim.path);
      const std::string name = claim.name.substr(claim.name.rfind('.') + 1);
      if (source && absl::StrContains(*source, absl::StrCat("def ", name, "("))) continue;
      Add("test-not-found", claim.line,
          absl::StrCat("\"", claim.path, "\" has no test \"", claim.name, "\""));
    }
  }

  void CheckMoves() {
    const std::vector<ChangeClaim> claims = ChangeClaimsOf(outline_);
    if (claims.empty()) return;
    const std::string added = Squashed(options_.change->added_lines);
    const std::string removed = Squashed(options_.change->removed_lines);
    constexpr size_t kMaxClaims = 1000;
    for (size_t i = 0; i < std::min(claims.size(), kMaxClaims); ++i) {
      const std::string code = Squashed(claims[i].code);
      const int came = CountOf(added, code), went = CountOf(removed, code);
      const bool is_moved = claims[i].is_new ? went > 0 && went >= came : came > 0 && came >= went;
      if (!is_moved) continue;
      Add("moved-is-new", claims[i].line,
          absl::StrCat("\"", Short(claims[i].code), "\" is called ",
                       claims[i].is_new ? "new, but the change takes the same code away elsewhere"
                                        : "gone, but the change puts the same code elsewhere"));
    }
  }

  void CheckDiagram(const Block& block) {
    const Graph graph = ReadGraph(block.text);
    if (graph.nodes.size() > kMaxNodes) {
      Add("diagram-too-large", block.line,
          absl::StrCat("the diagram has ", graph.nodes.size(), " nodes, more than ", kMaxNodes));
    }
    if (graph.kind == Graph::Kind::kOther) return;
    const bool is_flow = graph.kind == Graph::Kind::kFlow;
    const bool has_change =
        std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const GraphNode& node) {
          return graph.linked.count(node.id) > 0 && (!is_flow || !node.status.empty());
        });
    if (!has_change) {
      Add("diagram-without-change", block.line,
          is_flow ? "no changed node of the diagram has an arrow" : "the diagram has no arrow");
    }
    CheckNodesOfTests(block, graph);
  }

  void CheckNodesOfTests(const Block& block, const Graph& graph) {
    const GraphNode* beside = nullptr;
    bool has_code = false;
    for (const GraphNode& node : graph.nodes) {
      if (!absl::StrContains(node.group, '.')) continue;
      if (IsBesideTheCode(node.group)) {
        beside = &node;
      } else {
        has_code = true;
      }
    }
    if (beside == nullptr || !has_code) return;
    Add("diagram-shows-tests", block.line,
        absl::StrCat("the diagram shows \"", NameInLabel(beside->label), "\" of \"", beside->group,
                     "\" beside code"));
  }

  void CheckSentences() {
    std::map<std::string, int> seen;
    std::map<std::string, std::pair<std::string, int>> elsewhere;
    for (const Other& other : earlier_) {
      for (const Sentence& sentence : SentencesOf(other.outline)) {
        elsewhere.emplace(sentence.text, std::pair(other.document->name, sentence.line));
      }
    }
    for (const Sentence& sentence : SentencesOf(outline_)) {
      const auto [first, is_first] = seen.emplace(sentence.text, sentence.line);
      if (!is_first) {
        Add("repeated-sentence", sentence.line,
            absl::StrCat("\"", Short(sentence.text), "\" stands in line ", first->second,
                         " already"));
        continue;
      }
      const auto found = elsewhere.find(sentence.text);
      if (found == elsewhere.end() || sentence.is_quote || IsInHeading(sentence.text)) continue;
      Add("repeated-fact", sentence.line,
          absl::StrCat("\"", Short(sentence.text), "\" stands in line ", found->second.second,
                       " of ", found->second.first, ", too"));
    }
  }

  // The title of the change, which every document names.
  bool IsInHeading(absl::string_view text) const {
    return std::any_of(
        outline_.headings.begin(), outline_.headings.end(),
        [&](const Heading& heading) { return absl::StrContains(heading.text, text); });
  }

  const Outline outline_;
  const TruthOptions& options_;
  std::vector<Other> earlier_;
  std::vector<Fault> faults_;
};

}  // namespace

const std::vector<absl::string_view>& TruthChecks() {
  static const auto& checks = *new std::vector<absl::string_view>{
      "contradiction",     "removed-is-bound",       "moved-is-new",
      "diagram-too-large", "diagram-without-change", "diagram-shows-tests",
      "test-not-found",    "repeated-sentence",      "repeated-fact"};
  return checks;
}

std::vector<Fault> CheckTruth(absl::string_view markdown, const TruthOptions& options) {
  return TruthChecker(markdown, options).Check();
}

}  // namespace allreview::document_check
