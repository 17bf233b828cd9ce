#include "analyzers/rules/finding_list.h"

#include "absl/strings/str_cat.h"
#include "analyzers/rules/fingerprint.h"
#include "base/poll.h"

namespace allreview::rules {
namespace {

// What a finding costs besides its texts, and to make.
constexpr int64_t kBytesOfFinding = 2'000;
constexpr int kStepsOfFinding = 64;

constinit thread_local FindingList* current = nullptr;

}  // namespace

int64_t BytesOf(const Finding& finding) {
  int64_t bytes = kBytesOfFinding;
  const auto add = [&](absl::string_view text) { bytes += static_cast<int64_t>(text.size()); };
  for (const std::string* text :
       {&finding.problem, &finding.impact_text, &finding.fix, &finding.before_code,
        &finding.after_code, &finding.fingerprint}) {
    add(*text);
  }
  for (const auto& [name, value] : finding.params) add(English(value));
  for (const std::string& line : finding.excerpt.lines) add(line);
  for (const Edit& edit : finding.edits) add(edit.replacement);
  for (const Related& related : finding.related) add(English(related.message));
  return bytes;
}

FindingList::Scope::Scope(FindingList* list) : outer_(std::exchange(current, list)) {}
FindingList::Scope::~Scope() { current = outer_; }

FindingList* FindingList::Current() { return current; }

bool FindingList::Admits(absl::string_view path, absl::string_view rule_id) {
  Poll(kStepsOfFinding);
  auto found = files_.find(path);
  if (found == files_.end()) found = files_.emplace(std::string(path), OfFile()).first;
  OfFile& file = found->second;
  int& of_rule = file.of_rules[rule_id];
  if (of_rule < limits_.of_rule && file.count < limits_.of_file && bytes_ < limits_.bytes) {
    ++of_rule;
    ++file.count;
    return true;
  }
  if (file.dropped++ == 0) file.first_dropped = std::string(rule_id);
  return false;
}

void FindingList::Count(const Finding& finding) { bytes_ += BytesOf(finding); }

std::vector<FindingList::Cut> FindingList::cuts() const {
  std::vector<Cut> cuts;
  for (const auto& [path, file] : files_) {
    if (file.dropped == 0) continue;
    cuts.push_back(
        {path, absl::StrCat(file.count, " findings are listed, ", file.dropped,
                            " more are not, first of the rule `", file.first_dropped, "`")});
  }
  return cuts;
}

const std::string& FindingList::TokensOf(const syntax::TreeData* tree, uint32_t node,
                                         const std::function<std::string()>& tokens) {
  if (tree_ != tree || node_ != node) {
    tokens_ = ShortKey(tokens());
    tree_ = tree;
    node_ = node;
  }
  return tokens_;
}

}  // namespace allreview::rules
