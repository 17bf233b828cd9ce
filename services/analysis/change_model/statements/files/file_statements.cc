#include "services/analysis/change_model/statements/files/file_statements.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "analyzers/build_files/requirements.h"
#include "analyzers/change/changed_texts.h"
#include "base/utf8.h"
#include "base/yaml.h"
#include "sentences/messages/text.h"
#include "sentences/phrases/files.h"
#include "services/analysis/change_model/statements/files/key_changes.h"
#include "services/analysis/change_model/statements/files/requirement_changes.h"
#include "services/analysis/change_model/statements/files/workflows.h"

namespace allreview::analysis {
namespace {

using change::ChangedText;
using Kind = v1::ChangeStatement;

constexpr size_t kMaxKeys = 30;      // Of a file; more are not told one by one.
constexpr size_t kManyNumbers = 12;  // Numbers that change together are measured, not listed.

struct Sides {
  const ChangedText* text = nullptr;
  YamlNode before, after;
};

bool HasKeys(absl::string_view language) { return language == "yaml" || language == "json"; }

class Teller {
 public:
  explicit Teller(v1::ChangeModel& model) : model_(model) {}

  void Tell(const Sides& sides) {
    if (IsWorkflow(sides.text->file->path)) {
      TellWorkflow(sides);
    } else {
      TellKeys(sides);
    }
  }

  void TellRequirements(const ChangedText& text, repository::RepositoryIndex& index) {
    const std::string& path = text.file->path;
    const std::vector<RequirementChange> changes =
        RequirementChanges(path, *text.before, *text.after, index);
    if (changes.size() > kMaxKeys) return;
    for (const RequirementChange& change : changes) {
      Add(Kind::KIND_CONFIGURATION, path, "requirement-changes", change.package, change.text,
          change.line, change.is_gone);
    }
  }

  // Keys that change alike in several files are told with the first.
  void Finish() {
    for (const auto& [first, change, path, is_gone, more] : keys_) {
      Words text = TextOf(change);
      if (more > 0) {
        text = Sentence(phrases::kSameInFiles, {{"change", text}, {"count", absl::StrCat(more)}});
      }
      Add(Kind::KIND_CONFIGURATION, path, "key-changes", change.key, text,
          is_gone ? change.before_line : change.after_line, is_gone);
    }
  }

 private:
  struct ToldKey {
    size_t order = 0;
    KeyChange change;
    std::string path;
    bool is_gone = false;
    int more = 0;
  };

  static Words TextOf(const KeyChange& change) {
    Params params = {{"key", change.key}};
    if (change.before_line > 0) params.emplace_back("before", change.before);
    if (change.after_line > 0) params.emplace_back("after", change.after);
    const Phrase& phrase = change.before_line == 0  ? phrases::kKeyIsNew
                           : change.after_line == 0 ? phrases::kKeyIsGone
                                                    : phrases::kKeyChanges;
    return Sentence(phrase, std::move(params));
  }

  void Add(Kind::Kind kind, const std::string& path, absl::string_view predicate,
           const std::string& object, const Words& text, int line, bool is_gone) {
    v1::ChangeStatement& statement = *model_.add_statements();
    statement.set_kind(kind);
    statement.set_subject(path);
    statement.set_predicate(std::string(predicate));
    statement.set_object(ToDisplayText(object));
    *statement.mutable_text() = ToText(text);
    change::v1::SourceRange& place = *statement.add_places();
    place.set_path(path);
    place.set_side(is_gone ? change::v1::SIDE_LEFT : change::v1::SIDE_RIGHT);
    place.set_first_line(line);
    place.set_end_line(line + 1);
    statement.set_weight(kind == Kind::KIND_QUESTION ? 50 : 10);
  }

  void TellWorkflow(const Sides& sides) {
    for (const WorkflowChange& change : WorkflowChanges(sides.before, sides.after)) {
      Add(change.is_question ? Kind::KIND_QUESTION : Kind::KIND_EFFECT, sides.text->file->path,
          change.is_question ? "output-is-still-read" : "workflow-changes", change.object,
          change.text, change.line, change.is_gone);
    }
  }

  void TellKeys(const Sides& sides) {
    const std::vector<KeyChange> changes = KeyChanges(sides.before, sides.after);
    if (TellNumbers(sides, changes) || changes.size() > kMaxKeys) return;
    for (const KeyChange& change : changes) {
      const auto [known, is_first] =
          by_change_.try_emplace(std::tuple(change.key, change.before, change.after), keys_.size());
      if (is_first) {
        keys_.push_back({keys_.size(), change, sides.text->file->path, change.after_line == 0, 0});
      } else if (keys_[known->second].path != sides.text->file->path) {
        ++keys_[known->second].more;
      }
    }
  }

  // Measured values of a run: how many differ and by how much at most.
  bool TellNumbers(const Sides& sides, const std::vector<KeyChange>& changes) {
    const KeyChange* most = nullptr;
    double largest = -1;
    size_t count = 0;
    for (const KeyChange& change : changes) {
      double before = 0, after = 0;
      if (!absl::SimpleAtod(change.before, &before) || !absl::SimpleAtod(change.after, &after)) {
        continue;
      }
      ++count;
      const double share = before == 0 ? 0 : std::abs(after - before) / std::abs(before);
      if (share > largest) most = &change, largest = share;
    }
    if (count < kManyNumbers || most == nullptr) return false;
    Add(Kind::KIND_CONFIGURATION, sides.text->file->path, "numbers-change", most->key,
        Sentence(phrases::kNumbersChange, {{"count", absl::StrCat(count)},
                                           {"total", absl::StrCat(CountNumbers(sides.after))},
                                           {"share", absl::StrFormat("%.3g", 100 * largest)},
                                           {"key", most->key},
                                           {"before", most->before},
                                           {"after", most->after}}),
        most->after_line, /*is_gone=*/false);
    return true;
  }

  v1::ChangeModel& model_;
  std::vector<ToldKey> keys_;
  std::map<std::tuple<std::string, std::string, std::string>, size_t> by_change_;
};

}  // namespace

void AddFileStatements(const change::AnalysedChange& change,
                       const std::function<bool()>& should_stop, v1::ChangeModel* model) {
  Teller teller(*model);
  for (const ChangedText& text : change::ChangedTexts(change)) {
    if (should_stop && should_stop()) break;
    // All of a new file is new: its hunks show it.
    if (text.before == nullptr || text.after == nullptr) continue;
    if (build_files::IsRequirementsPath(text.file->path)) {
      teller.TellRequirements(text, change.index());
    }
    if (!HasKeys(text.language)) continue;
    absl::StatusOr<YamlNode> before = ParseYaml(*text.before), after = ParseYaml(*text.after);
    if (!before.ok() || !after.ok()) continue;
    teller.Tell({&text, *std::move(before), *std::move(after)});
  }
  teller.Finish();
}

}  // namespace allreview::analysis
