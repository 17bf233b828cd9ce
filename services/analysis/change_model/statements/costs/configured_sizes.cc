#include "services/analysis/change_model/statements/costs/configured_sizes.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/observation.h"
#include "base/utf8.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr int64_t kMaxNumber = int64_t{1} << 50;
constexpr size_t kMaxSettings = 40;  // Of a change.

std::optional<int64_t> PositiveIn(absl::string_view text) {
  int64_t value = 0;
  std::string plain(text);
  plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
  if (!absl::SimpleAtoi(plain, &value) || value <= 0 || value > kMaxNumber) return std::nullopt;
  return value;
}

// How many elements a tensor of that shape has; 0: nobody knows, or they are too many.
int64_t CountOf(const std::vector<int64_t>& numbers) {
  int64_t count = numbers.empty() ? 0 : 1;
  for (const int64_t number : numbers) {
    if (count > kMaxNumber / number) return 0;
    count *= number;
  }
  return count;
}

// How many leading folders both paths share.
size_t CommonFolders(absl::string_view a, absl::string_view b) {
  size_t count = 0;
  for (size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i) count += a[i] == '/';
  return a == b ? std::numeric_limits<size_t>::max() : count;
}

// "config.num_experts", "self.args.dim": what a setting is read by.
bool IsRead(Node value) {
  return value.Is(Kind::kAttribute) && (value.child(Field::kObject).Is(Kind::kIdentifier) ||
                                        value.child(Field::kObject).Is(Kind::kAttribute));
}

// The only value that the function binds the name to. Null: none, or several.
Node OnlyValueOf(const python::Definition& function, absl::string_view name) {
  Node only;
  for (Node assignment : function.body.descendants(Kind::kAssignment)) {
    if (assignment.child(Field::kLeft).text() != name) continue;
    if (only) return {};
    only = assignment.child(Field::kRight);
  }
  return only;
}

}  // namespace

int BytesOfType(absl::string_view dtype) {
  static constexpr std::pair<absl::string_view, int> kBytes[] = {
      {"bfloat16", 2}, {"bool", 1},  {"float16", 2}, {"float32", 4}, {"float64", 8}, {"float8", 1},
      {"int16", 2},    {"int32", 4}, {"int64", 8},   {"int8", 1},    {"uint8", 1}};
  for (const auto& [name, bytes] : kBytes) {
    if (name == dtype) return bytes;
  }
  return 0;
}

ConfiguredSizes::ConfiguredSizes(const change::AnalysedChange& change) : change_(change) {
  for (const change::AnalysedFile& file : change.files()) {
    if (file.after != nullptr) files_[file.after->path()] = &file;
  }
}

ConfiguredSizes::Scope ConfiguredSizes::ScopeOf(absl::string_view symbol) const {
  const auto file = files_.find(std::string(PathOfId(symbol)));
  if (file == files_.end()) return {};
  const python::Module* const module = file->second->after;
  return {module, module->FindDefinition(NameOfId(symbol))};
}

std::string ConfiguredSizes::SettingOf(const Scope& scope, absl::string_view name) const {
  if (scope.function == nullptr) return std::string(name);
  Node value = OnlyValueOf(*scope.function, name);
  const absl::string_view bound = IsRead(value) ? value.child(Field::kAttribute).text() : name;
  const bool is_of_self = !IsRead(value) || value.child(Field::kObject).text() == "self";
  if (scope.function->parent >= 0 && is_of_self) {
    const python::Definition& outer =
        scope.module->definitions()[static_cast<size_t>(scope.function->parent)];
    const std::vector<Node> kept = scope.module->SelfAttributeValues(outer, bound);
    if (kept.size() == 1 && IsRead(kept[0])) {
      return std::string(kept[0].child(Field::kAttribute).text());
    }
  }
  return std::string(bound);
}

std::optional<ConfiguredSizes::Default> ConfiguredSizes::DefaultOf(absl::string_view path,
                                                                   const std::string& setting) {
  const auto [known, is_new] = known_.try_emplace({std::string(path), setting});
  if (!is_new || known_.size() > kMaxSettings) return known->second;
  size_t nearest = 0;
  bool is_open = false;  // As near, but another value.
  const auto take = [&](absl::string_view where, absl::string_view text,
                        const repository::Place& place) {
    const std::optional<int64_t> value = PositiveIn(text);
    const size_t near = CommonFolders(path, where);
    if (!value || (known->second && near < nearest)) return;
    if (known->second && near == nearest) {
      is_open = is_open || known->second->value != *value;
      return;
    }
    is_open = false;
    nearest = near;
    known->second = Default{*value, ToProto(rules::RangeOf(where, place))};
  };
  for (const repository::ConfigurationField& field : change_.project().FindFields(setting)) {
    take(field.path, field.field->default_text, field.field->place);
  }
  for (const repository::CommandLineFlag& flag : change_.project().FindFlags(setting)) {
    take(flag.path, flag.flag->default_text, flag.flag->place);
  }
  if (is_open) known->second.reset();
  return known->second;
}

// Of "hidden_size", "2*h", "seq_len/tp".
std::optional<int64_t> ConfiguredSizes::NumberOf(const Scope& scope, absl::string_view dim,
                                                 v1::TensorSize* size) {
  if (dim.find_first_of("()+-% ") != absl::string_view::npos) return std::nullopt;
  int64_t product = 1, divisor = 1;
  const std::vector<absl::string_view> parts = absl::StrSplit(dim, '/');
  if (parts.size() > 2) return std::nullopt;
  for (size_t i = 0; i < parts.size(); ++i) {
    for (absl::string_view factor : absl::StrSplit(parts[i], '*')) {
      std::optional<int64_t> number = PositiveIn(factor);
      if (!number) {
        const std::string setting = SettingOf(scope, factor);
        const std::optional<Default> found = DefaultOf(PathOfId(size->symbol()), setting);
        if (!found) return std::nullopt;
        number = found->value;
        v1::TensorSize::Source source;
        source.set_name(setting);
        source.set_value(found->value);
        *source.mutable_range() = found->place;
        const bool is_told =
            std::any_of(size->sources().begin(), size->sources().end(),
                        [&](const v1::TensorSize::Source& s) { return s.name() == setting; });
        if (!is_told) *size->add_sources() = std::move(source);
      }
      int64_t& into = i == 0 ? product : divisor;
      if (into > kMaxNumber / *number) return std::nullopt;
      into *= *number;
    }
  }
  if (product % divisor != 0) return std::nullopt;
  return product / divisor;
}

std::vector<int64_t> ConfiguredSizes::NumbersOf(const Scope& scope, absl::string_view shape,
                                                v1::TensorSize* size) {
  absl::ConsumePrefix(&shape, "[");
  absl::ConsumeSuffix(&shape, "]");
  std::vector<int64_t> numbers;
  for (absl::string_view dim : absl::StrSplit(shape, ", ", absl::SkipEmpty())) {
    const std::optional<int64_t> number = NumberOf(scope, dim, size);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return CountOf(numbers) > 0 ? numbers : std::vector<int64_t>();
}

SizedTensor ConfiguredSizes::Of(TensorFound found) {
  SizedTensor sized;
  v1::TensorSize& size = sized.size;
  size.set_symbol(found.symbol);
  size.set_name(ToDisplayText(found.name));
  size.set_shape(ToDisplayText(found.shape));
  size.set_dtype(found.dtype);
  size.set_operation(found.operation);
  size.set_is_new(found.is_new());
  *size.mutable_range() = found.range;
  const Scope scope = ScopeOf(found.symbol);
  const std::vector<int64_t> numbers = NumbersOf(scope, found.shape, &size);
  const int64_t now = CountOf(numbers);
  const int64_t before = CountOf(NumbersOf(scope, found.shape_before, &size));
  *size.mutable_numbers() = {numbers.begin(), numbers.end()};
  size.set_bytes(now * BytesOfType(found.dtype));
  sized.bytes_before = before * BytesOfType(found.dtype_before);
  if ((found.is_gone() ? before : now) == 0) size.clear_sources();
  sized.found = std::move(found);
  return sized;
}

}  // namespace allreview::analysis
