#include "services/analysis/change_model/examples/table.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "base/utf8.h"
#include "sentences/messages/text.h"
#include "sentences/statements/examples.h"
#include "services/analysis/change_model/examples/needs.h"
#include "services/analysis/change_model/examples/steps.h"
#include "services/analysis/change_model/symbols/one_line.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using worked_examples::Noted;

constexpr size_t kMaxSteps = 60;  // Of a version that is compared.
constexpr size_t kMaxRows = 8;
constexpr size_t kMaxInputs = 8;
constexpr size_t kMaxAssumptions = 3;
constexpr size_t kFewestSteps = 2;  // Of a new function.
constexpr size_t kMaxTextBytes = 120;
constexpr size_t kMaxCodeBytes = 90;

bool IsTooLong(const Row& row) {
  return TextOf(row.before).size() > kMaxTextBytes || TextOf(row.after).size() > kMaxTextBytes;
}

bool LacksText(const Row& row) {
  return (row.before != nullptr && row.before->noted->text.empty()) ||
         (row.after != nullptr && row.after->noted->text.empty());
}

class TableWriter {
 public:
  explicit TableWriter(const RunPair& pair) : pair_(pair) {}

  std::optional<Table> Write() {
    std::vector<Shown> after = ShownOf(pair_.after, pair_.drawn.arguments), before;
    if (IsChanged()) before = ShownOf(pair_.before, pair_.drawn.arguments);
    KeepYields(after);
    KeepYields(before);
    NoteInputs();
    if (after.size() > kMaxSteps || before.size() > kMaxSteps) return std::nullopt;
    rows_ = Aligned(before, after);
    if (IsChanged() ? !ChooseDifferences() : !ChooseSteps()) return std::nullopt;
    if (!AddInputs() || !AddAssumptions()) return std::nullopt;
    for (const Row& row : rows_) {
      if (row.is_kept) Add(row);
    }
    return std::move(table_);
  }

 private:
  bool IsChanged() const { return pair_.before_module != nullptr; }

  void NoteInputs() {
    for (const auto* given : {&pair_.drawn.arguments, &pair_.drawn.supposed}) {
      for (const auto& [name, value] : *given) {
        inputs_.insert(name);
        if (std::optional<std::string> text = worked_examples::TextOf(value)) {
          inputs_.insert(*std::move(text));
        }
      }
    }
  }

  // It computes nothing: it copies a name or an input, or binds a constant.
  bool IsDull(const Row& row) const {
    const Noted& noted = row.noted();
    if (row.is_after_loop()) return false;
    const python::Node value = ComputedBy(noted);
    if (IsPlain(noted) || inputs_.count(value.text()) > 0) return true;
    // A copy or conversion; what takes more steps may come to the same by chance.
    int calls = value.Is(python::Kind::kCall);
    for (python::Node call : value.descendants(python::Kind::kCall)) calls += bool(call);
    const bool only_picks = value.Is(python::Kind::kConditionalExpression);
    return (calls < 2 || only_picks) && inputs_.count(noted.text) > 0 &&
           !value.Is(python::Kind::kBinaryOperator);
  }

  // What the two versions come to differs, where both are known.
  bool ChooseDifferences() {
    int pairs = 0, alone = 0, results = 0, unequal_results = 0;
    std::set<std::string> gone;
    for (const Row& row : rows_) {
      if (row.after == nullptr) gone.insert(TextOf(row.before));
    }
    for (Row& row : rows_) {
      const bool is_result = IsResult(row.noted());
      const bool is_same = TextOf(row.before) == TextOf(row.after);
      const bool is_pair = row.before != nullptr && row.after != nullptr;
      if (is_result) {
        ++results;
        unequal_results += LacksText(row) || !is_same;
      }
      if (LacksText(row) || IsTooLong(row) || row.noted().is_imagined) continue;
      if (is_pair) {
        row.differs = !is_same && !(IsPlain(*row.before->noted) && IsPlain(*row.after->noted));
        pairs += row.differs;
        continue;
      }
      // Of one version: a new step, unless it only has another name.
      const bool is_renamed = row.before == nullptr && gone.count(TextOf(row.after)) > 0;
      row.differs = row.noted().is_changed && !IsDull(row) && !is_renamed;
      if (!row.differs || row.after == nullptr) continue;
      alone += absl::StrContains(row.noted().text, "[") ? 2 : 1;
    }
    if (results > 0 && unequal_results == 0) return false;  // Nobody outside sees a difference.
    if (pairs == 0 && alone < 2) return false;
    table_.weight = 20 * std::min(pairs, 3) + 5 * std::min(alone, 3);
    Keep([](const Row& row) { return row.differs; });
    if (Kept() == 0) return false;
    Keep([](const Row& row) { return row.noted().name == "yield"; });
    KeepWhatTheyRead();
    return true;
  }

  bool ChooseSteps() {
    size_t steps = 0, rich = 0;
    for (Row& row : rows_) {
      if (LacksText(row) || IsTooLong(row) || row.noted().is_imagined || IsDull(row)) {
        continue;
      }
      row.differs = true;
      ++steps;
      rich += row.is_after_loop() || absl::StrContains(row.noted().text, "[") ||
              ComputedBy(row.noted()).Is(python::Kind::kBinaryOperator);
    }
    if (steps < kFewestSteps || rich == 0) return false;
    table_.weight =
        static_cast<int>(10 * std::min(steps, kMaxRows) + 5 * std::min<size_t>(rich, 4));
    Keep([](const Row& row) { return row.differs; });
    return true;
  }

  size_t Kept() const {
    return static_cast<size_t>(
        std::count_if(rows_.begin(), rows_.end(), [](const Row& row) { return row.is_kept; }));
  }

  // The last ones, which the others lead to; what is made up, too.
  template <typename Predicate>
  void Keep(Predicate is_wanted) {
    size_t kept = Kept();
    for (size_t i = rows_.size(); i-- > 0 && kept < kMaxRows;) {
      if (rows_[i].is_kept || !(is_wanted(rows_[i]) || rows_[i].noted().is_imagined)) continue;
      if (LacksText(rows_[i]) || IsTooLong(rows_[i])) continue;
      rows_[i].is_kept = true;
      ++kept;
    }
  }

  // Steps that are the same in both versions, where the others use them.
  void KeepWhatTheyRead() {
    std::set<std::string, std::less<>> read;
    for (const Row& row : rows_) {
      if (row.is_kept) AddReadNames(row.noted().statement, read);
    }
    Keep([&](const Row& row) {
      return read.count(row.noted().name) > 0 && !IsDull(row) && !row.is_after_loop();
    });
  }

  Needs NeedsOfRows() const {
    Needs needs(pair_.after, pair_.before);
    for (const Row& row : rows_) {
      if (!row.is_kept) continue;
      if (row.before != nullptr) needs.Add(row.before->noted->statement);
      if (row.after != nullptr) needs.Add(row.after->noted->statement);
    }
    needs.Close();
    return needs;
  }

  // Those that the rows depend on. False: they are too many, or none is shown.
  bool AddInputs() {
    const Needs needs = NeedsOfRows();
    std::set<std::string> dims;
    for (const auto& [name, value] : pair_.drawn.arguments) {
      if (!needs.Reads(name)) continue;
      AddInput(name, value);
      const auto shape = pair_.drawn.shapes.find(name);
      if (shape == pair_.drawn.shapes.end()) continue;
      for (const std::string& dim : SizeNamesIn(shape->second)) dims.insert(dim);
    }
    for (const auto& [name, value] : pair_.drawn.fields) {
      if (needs.ReadsField(name)) AddInput("self." + name, value);
    }
    for (const auto& [written, value] : pair_.drawn.supposed) {
      if (needs.Writes(written)) AddInput(written, value);
    }
    for (const auto& [name, size] : pair_.drawn.sizes) {
      if (dims.count(name) == 0) continue;
      v1::WorkedExample::Size& added = *table_.example.add_sizes();
      added.set_name(ToDisplayText(name));
      added.set_value(size);
    }
    const size_t inputs = static_cast<size_t>(table_.example.rows_size());
    const bool is_made_up = std::any_of(rows_.begin(), rows_.end(), [](const Row& row) {
      return row.is_kept && row.noted().is_imagined;
    });
    return inputs <= kMaxInputs && (inputs > 0 || is_made_up);
  }

  void AddInput(const std::string& name, const worked_examples::Value& value) {
    const std::optional<std::string> text = worked_examples::TextOf(value);
    if (!text) return;
    v1::WorkedExample::Row& row = *table_.example.add_rows();
    row.set_name(ToDisplayText(name));
    row.set_is_input(true);
    row.set_after(ToDisplayText(*text));
    if (IsChanged()) row.set_before(row.after());
    const auto shape = pair_.drawn.shapes.find(name);
    if (shape != pair_.drawn.shapes.end()) row.set_shape(ToDisplayText(shape->second));
  }

  bool AddAssumptions() {
    if (pair_.drawn.assumptions.size() > kMaxAssumptions) return false;
    for (const auto& [condition, holds] : pair_.drawn.assumptions) {
      *table_.example.add_assumptions() =
          ToText(Sentence(holds ? phrases::kExampleHolds : phrases::kExampleFails,
                          {{"condition", ToDisplayText(OneLine(condition, kMaxCodeBytes))}}));
    }
    table_.weight -= 3 * static_cast<int>(pair_.drawn.assumptions.size());
    return true;
  }

  void Add(const Row& shown) {
    const Noted& noted = shown.noted();
    v1::WorkedExample::Row& row = *table_.example.add_rows();
    row.set_name(ToDisplayText(noted.name));
    if (!shown.is_after_loop()) {
      row.set_expression(ToDisplayText(OneLine(noted.statement.text(), kMaxCodeBytes)));
    }
    row.set_before(ToDisplayText(TextOf(shown.before)));
    row.set_after(ToDisplayText(TextOf(shown.after)));
    row.set_is_input(noted.is_imagined);
    const python::Module& module =
        shown.after != nullptr ? *pair_.after_module : *pair_.before_module;
    *row.mutable_range() = ToProto(rules::RangeOf(module, noted.statement));
  }

  const RunPair& pair_;
  std::set<std::string, std::less<>> inputs_;  // How they are written, and as text.
  std::vector<Row> rows_;
  Table table_;
};

}  // namespace

std::optional<Table> TableOf(const RunPair& pair) { return TableWriter(pair).Write(); }

}  // namespace allreview::analysis
