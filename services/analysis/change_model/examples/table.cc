#include "services/analysis/change_model/examples/table.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/observation.h"
#include "base/utf8.h"
#include "services/analysis/change_model/symbols/one_line.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Node;
using worked_examples::Noted;
using worked_examples::Run;

constexpr size_t kMaxSteps = 60;  // Of a version that is compared.
constexpr int kMaxRows = 14;
constexpr int kFewestSteps = 2;  // Of a new function.
constexpr size_t kMaxTextBytes = 120;
constexpr size_t kMaxCodeBytes = 90;

bool IsResult(const Noted& noted) { return noted.name == "return" || noted.name == "yield"; }

// What a row is made of.
struct Shown {
  const Noted* noted = nullptr;
  bool is_after_loop = false;
};

// The steps that a table may show: of a loop what it yields and is given, and afterwards what it
// leaves in names that there were before.
std::vector<Shown> ShownOf(const Run& run, const worked_examples::Arguments& arguments) {
  std::set<std::string> known;
  for (const auto& [name, value] : arguments) known.insert(name);
  std::vector<Shown> shown;
  std::vector<std::pair<std::string, const Noted*>> in_loop;  // The last of each name.
  const auto end_loop = [&] {
    for (const auto& [name, noted] : in_loop) {
      if (known.count(name) > 0 || absl::StartsWith(name, "self.")) shown.push_back({noted, true});
    }
    in_loop.clear();
  };
  for (const Noted& noted : run.notes) {
    if (noted.loops == 0) end_loop();
    if (noted.loops == 0 || IsResult(noted) || noted.is_imagined) {
      shown.push_back({&noted});
      if (noted.loops == 0) known.insert(noted.name);
      continue;
    }
    const auto same = std::find_if(in_loop.begin(), in_loop.end(),
                                   [&](const auto& one) { return one.first == noted.name; });
    if (same == in_loop.end()) {
      in_loop.emplace_back(noted.name, &noted);
    } else {
      same->second = &noted;
    }
  }
  end_loop();
  return shown;
}

// Where a generator yields, that is what it is for: what its loops leave is not.
void KeepYields(std::vector<Shown>& shown) {
  const bool yields = std::any_of(shown.begin(), shown.end(),
                                  [](const Shown& one) { return one.noted->name == "yield"; });
  if (!yields) return;
  shown.erase(std::remove_if(shown.begin(), shown.end(),
                             [](const Shown& one) { return one.is_after_loop; }),
              shown.end());
}

// `s, b = x.shape`: what it binds stands above the table.
bool NamesSizes(const Noted& noted) {
  const Node right = noted.statement.named_child(0).child(Field::kRight);
  return absl::EndsWith(right.text(), ".shape") || absl::EndsWith(right.text(), ".size()");
}

class TableWriter {
 public:
  explicit TableWriter(const RunPair& pair) : pair_(pair) {}

  std::optional<v1::WorkedExample> Write() {
    std::vector<Shown> after = ShownOf(pair_.after, pair_.drawn.arguments), before;
    if (IsChanged()) before = ShownOf(pair_.before, pair_.drawn.arguments);
    KeepYields(after);
    KeepYields(before);
    if (after.size() > kMaxSteps || before.size() > kMaxSteps) return std::nullopt;
    for (const auto& [name, size] : pair_.drawn.sizes) {
      v1::WorkedExample::Size& added = *example_.add_sizes();
      added.set_name(ToDisplayText(name));
      added.set_value(size);
    }
    AddInputs();
    Align(before, after);
    if (steps_ < (IsChanged() ? 1 : kFewestSteps) || !are_results_shown_) return std::nullopt;
    if (example_.rows_size() > kMaxRows) return std::nullopt;
    return std::move(example_);
  }

 private:
  bool IsChanged() const { return pair_.before_module != nullptr; }

  void AddInputs() {
    for (const auto& [name, value] : pair_.drawn.arguments) AddInput(name, value);
    for (const auto& [name, value] : pair_.drawn.fields) AddInput("self." + name, value);
  }

  void AddInput(const std::string& name, const worked_examples::Value& value) {
    const std::optional<std::string> text = worked_examples::TextOf(value);
    if (!text) return;
    v1::WorkedExample::Row& row = *example_.add_rows();
    row.set_name(ToDisplayText(name));
    row.set_is_input(true);
    row.set_after(ToDisplayText(*text));
    if (IsChanged()) row.set_before(row.after());
    const auto shape = pair_.drawn.shapes.find(name);
    if (shape != pair_.drawn.shapes.end()) row.set_shape(ToDisplayText(shape->second));
  }

  // Steps of the same name stand in one row, as many as there can be in the same order.
  void Align(const std::vector<Shown>& before, const std::vector<Shown>& after) {
    const size_t n = before.size(), m = after.size();
    std::vector<std::vector<int>> common(n + 1, std::vector<int>(m + 1));
    for (size_t i = n; i-- > 0;) {
      for (size_t j = m; j-- > 0;) {
        common[i][j] = before[i].noted->name == after[j].noted->name
                           ? common[i + 1][j + 1] + 1
                           : std::max(common[i + 1][j], common[i][j + 1]);
      }
    }
    size_t i = 0, j = 0;
    while (i < n || j < m) {
      if (i < n && j < m && before[i].noted->name == after[j].noted->name) {
        Add(&before[i++], &after[j++]);
      } else if (j == m || (i < n && common[i + 1][j] >= common[i][j + 1])) {
        Add(&before[i++], nullptr);
      } else {
        Add(nullptr, &after[j++]);
      }
    }
  }

  // Both are the same statement of a version, or one is null.
  void Add(const Shown* before, const Shown* after) {
    const Shown& shown = after != nullptr ? *after : *before;
    const std::string left = before == nullptr ? "" : before->noted->text;
    const std::string right = after == nullptr ? "" : after->noted->text;
    const bool is_result = IsResult(*shown.noted);
    const bool is_same = IsChanged() && left == right;
    const bool is_too_long = left.size() > kMaxTextBytes || right.size() > kMaxTextBytes;
    const bool lacks_text =
        (before != nullptr && left.empty()) || (after != nullptr && right.empty());
    if (is_result && (is_too_long || lacks_text)) are_results_shown_ = false;
    if (is_too_long || lacks_text || left + right == "None" || NamesSizes(*shown.noted)) return;
    if (is_same && !is_result && !shown.noted->is_imagined) return;
    v1::WorkedExample::Row& row = *example_.add_rows();
    row.set_name(ToDisplayText(shown.noted->name));
    if (!shown.is_after_loop) {
      row.set_expression(ToDisplayText(OneLine(shown.noted->statement.text(), kMaxCodeBytes)));
    }
    row.set_before(ToDisplayText(left));
    row.set_after(ToDisplayText(right));
    row.set_is_input(shown.noted->is_imagined);
    const python::Module& module = after != nullptr ? *pair_.after_module : *pair_.before_module;
    *row.mutable_range() = ToProto(rules::RangeOf(module, shown.noted->statement));
    if (!shown.noted->is_imagined) ++steps_;
  }

  const RunPair& pair_;
  v1::WorkedExample example_;
  int steps_ = 0;
  bool are_results_shown_ = true;
};

}  // namespace

std::vector<std::string> ResultsOf(const Run& run) {
  std::vector<std::string> results;
  for (const Noted& noted : run.notes) {
    if (IsResult(noted)) results.push_back(noted.text);
  }
  return results;
}

std::optional<v1::WorkedExample> TableOf(const RunPair& pair) { return TableWriter(pair).Write(); }

}  // namespace allreview::analysis
