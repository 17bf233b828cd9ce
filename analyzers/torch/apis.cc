#include "analyzers/torch/apis.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/torch/api_row.h"
#include "analyzers/torch/api_table.h"

namespace allreview::torch {
namespace {

constexpr int kMaxDepth = 8;  // Of classes that inherit, and of names that stand for others.

absl::string_view NameOf(absl::string_view line) { return line.substr(0, line.find('\t')); }

// The lines of the table, each parsed when it is first asked for.
class Table {
 public:
  explicit Table(absl::string_view text) {
    while (!text.empty()) {
      const size_t end = text.find('\n');
      const absl::string_view line = text.substr(0, end);
      if (!line.empty() && line[0] != '#') lines_.push_back(line);
      text.remove_prefix(end == absl::string_view::npos ? text.size() : end + 1);
    }
    parsed_ = std::make_unique<std::atomic<const Api*>[]>(lines_.size());
  }

  size_t size() const { return lines_.size(); }
  absl::string_view line(size_t i) const { return lines_[i]; }

  // size(): there is none of that name.
  size_t IndexOf(absl::string_view name) const {
    const auto found =
        std::lower_bound(lines_.begin(), lines_.end(), name,
                         [](absl::string_view a, absl::string_view b) { return NameOf(a) < b; });
    if (found == lines_.end() || NameOf(*found) != name) return size();
    return static_cast<size_t>(found - lines_.begin());
  }

  // Null: the line is of another name, or has no form that this program knows.
  const Api* Row(size_t i) const {
    if (const Api* known = parsed_[i].load(std::memory_order_acquire)) return known;
    if (!AliasTarget(lines_[i]).empty()) return nullptr;
    absl::StatusOr<Api> parsed = ParseApiRow(lines_[i]);
    if (!parsed.ok()) return nullptr;  // A test parses every line.
    auto row = std::make_unique<const Api>(*std::move(parsed));
    const Api* first = nullptr;
    if (!parsed_[i].compare_exchange_strong(first, row.get(), std::memory_order_acq_rel)) {
      return first;  // Another thread was faster.
    }
    return row.release();  // Lives as long as the process.
  }

 private:
  std::vector<absl::string_view> lines_;
  std::unique_ptr<std::atomic<const Api*>[]> parsed_;
};

const Table& TheTable() {
  static const auto* const table = new Table(kApiTable);
  return *table;
}

const Api* Find(absl::string_view name, int depth);

// A method by a class that has another name, or that inherits it.
const Api* FindMember(absl::string_view name, int depth) {
  const size_t dot = name.rfind('.');
  if (dot == absl::string_view::npos) return nullptr;
  const absl::string_view last = name.substr(dot + 1);
  const Api* owner = Find(name.substr(0, dot), depth);
  if (owner == nullptr || owner->kind != Api::Kind::kClass) return nullptr;
  if (owner->name != name.substr(0, dot)) {
    if (const Api* own = Find(absl::StrCat(owner->name, ".", last), depth)) return own;
  }
  for (absl::string_view base : owner->bases) {
    if (base == "?") return nullptr;  // It may have a method of that name.
    if (const Api* inherited = Find(absl::StrCat(base, ".", last), depth)) return inherited;
  }
  return nullptr;
}

const Api* Find(absl::string_view name, int depth) {
  if (depth > kMaxDepth) return nullptr;
  const Table& table = TheTable();
  const size_t i = table.IndexOf(name);
  if (i == table.size()) return FindMember(name, depth + 1);
  const absl::string_view target = AliasTarget(table.line(i));
  return target.empty() ? table.Row(i) : Find(target, depth + 1);
}

absl::string_view LastNameOf(absl::string_view line) {
  const absl::string_view name = NameOf(line);
  return name.substr(name.rfind('.') + 1);
}

// Numbers of the lines that are no other name of something, by the last name.
const std::vector<size_t>& ByLastName() {
  static const auto* const sorted = [] {
    const Table& table = TheTable();
    auto* all = new std::vector<size_t>;
    for (size_t i = 0; i < table.size(); ++i) {
      if (AliasTarget(table.line(i)).empty()) all->push_back(i);
    }
    std::stable_sort(all->begin(), all->end(), [&table](size_t a, size_t b) {
      return LastNameOf(table.line(a)) < LastNameOf(table.line(b));
    });
    return all;
  }();
  return *sorted;
}

// Those of which the predicate is true, among the lines that have the text.
std::vector<const Api*> ApisWith(absl::string_view text, bool (*is_meant)(const Api&)) {
  const Table& table = TheTable();
  std::vector<const Api*> found;
  for (size_t i = 0; i < table.size(); ++i) {
    if (!absl::StrContains(table.line(i), text)) continue;
    const Api* api = table.Row(i);
    if (api != nullptr && is_meant(*api)) found.push_back(api);
  }
  return found;
}

}  // namespace

const Parameter* Api::FindParameter(absl::string_view parameter) const {
  for (const Overload& overload : overloads) {
    for (const Parameter& each : overload.parameters) {
      if (each.name == parameter) return &each;
    }
  }
  return nullptr;
}

const Api* FindApi(absl::string_view name) { return Find(name, 0); }

std::vector<const Api*> ApisCalled(absl::string_view last_name) {
  const Table& table = TheTable();
  const std::vector<size_t>& sorted = ByLastName();
  auto at = std::lower_bound(
      sorted.begin(), sorted.end(), last_name,
      [&table](size_t i, absl::string_view name) { return LastNameOf(table.line(i)) < name; });
  std::vector<const Api*> found;
  for (; at != sorted.end() && LastNameOf(table.line(*at)) == last_name; ++at) {
    if (const Api* api = table.Row(*at)) found.push_back(api);
  }
  return found;
}

const std::vector<const Api*>& CommunicationApis() {
  static const auto* const apis = new std::vector<const Api*>(
      ApisWith("comm=", [](const Api& api) { return api.communication != Communication::kNone; }));
  return *apis;
}

const std::vector<const Api*>& WaitingApis() {
  static const auto* const apis = new std::vector<const Api*>(
      ApisWith("waits=", [](const Api& api) { return api.waits != Waits::kUnknown; }));
  return *apis;
}

}  // namespace allreview::torch
