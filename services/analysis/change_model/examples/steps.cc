#include "services/analysis/change_model/examples/steps.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Node;
using worked_examples::Noted;
using worked_examples::Run;

// `s, b = x.shape`: what it binds stands above the table.
bool NamesSizes(const Noted& noted) {
  const Node right = noted.statement.named_child(0).child(Field::kRight);
  return absl::EndsWith(right.text(), ".shape") || absl::EndsWith(right.text(), ".size()");
}

// How well two steps fit: the same statement, or another one of the same name. 0: not at all.
int FitOf(const Shown& a, const Shown& b) {
  if (a.noted->name != b.noted->name || a.is_after_loop != b.is_after_loop) return 0;
  return a.noted->statement.text() == b.noted->statement.text() ? 4 : 1;
}

}  // namespace

bool IsResult(const Noted& noted) { return noted.name == "return" || noted.name == "yield"; }

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

// What the step computes; null: it binds what there was.
Node ComputedBy(const Noted& noted) {
  const Node expression = noted.statement.named_child(0);
  if (IsResult(noted)) return expression;
  const Node right = expression.child(Field::kRight);
  return right ? right : expression;
}

// It copies a name, or binds a constant: nobody needs an example of it.
bool IsPlain(const Noted& noted) {
  const Node value = ComputedBy(noted);
  switch (value.kind()) {
    case python::Kind::kIdentifier:
    case python::Kind::kAttribute:
    case python::Kind::kInteger:
    case python::Kind::kFloat:
    case python::Kind::kTrue:
    case python::Kind::kFalse:
    case python::Kind::kNone:
    case python::Kind::kString:
    case python::Kind::kConcatenatedString:
      return true;
    case python::Kind::kList:
    case python::Kind::kDictionary:
      return value.named_child_count() == 0;
    default:
      return noted.text == "None" || NamesSizes(noted);
  }
}

std::string TextOf(const Shown* shown) { return shown == nullptr ? "" : shown->noted->text; }

// In the order of execution; those that fit best stand beside each other.
std::vector<Row> Aligned(const std::vector<Shown>& before, const std::vector<Shown>& after) {
  const size_t n = before.size(), m = after.size();
  std::vector<std::vector<int>> best(n + 1, std::vector<int>(m + 1));
  for (size_t i = n; i-- > 0;) {
    for (size_t j = m; j-- > 0;) {
      const int fit = FitOf(before[i], after[j]);
      best[i][j] = std::max(best[i + 1][j], best[i][j + 1]);
      if (fit > 0) best[i][j] = std::max(best[i][j], best[i + 1][j + 1] + fit);
    }
  }
  std::vector<Row> rows;
  size_t i = 0, j = 0;
  while (i < n || j < m) {
    const int fit = i < n && j < m ? FitOf(before[i], after[j]) : 0;
    if (fit > 0 && best[i][j] == best[i + 1][j + 1] + fit) {
      rows.push_back({.before = &before[i++], .after = &after[j++]});
    } else if (j == m || (i < n && best[i + 1][j] >= best[i][j + 1])) {
      rows.push_back({.before = &before[i++]});
    } else {
      rows.push_back({.after = &after[j++]});
    }
  }
  return rows;
}

}  // namespace allreview::analysis
