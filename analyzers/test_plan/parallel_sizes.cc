#include "analyzers/test_plan/parallel_sizes.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/names.h"

namespace allreview::test_plan {
namespace {

constexpr int kMaxRanks = 8;  // Of one node.

// How sizes combine: tensor, pipeline and context parallelism multiply; expert parallelism divides
// what data parallelism has.
enum class Axis { kNone, kTensor, kPipeline, kContext, kExpert, kExpertTensor, kData, kWorld };

Axis AxisOf(absl::string_view name) {
  std::string lower = absl::AsciiStrToLower(name);
  const auto has = [&](absl::string_view part) { return absl::StrContains(lower, part); };
  if (has("virtual") || has("vpp") || has("split_rank")) return Axis::kNone;
  if (has("expert_tensor") || lower == "etp" || lower == "etp_size") return Axis::kExpertTensor;
  if (has("tensor_model_parallel") || has("tensor_parallel")) return Axis::kTensor;
  if (has("pipeline_model_parallel") || has("pipeline_parallel")) return Axis::kPipeline;
  if (has("context_parallel")) return Axis::kContext;
  if (has("expert_model_parallel") || has("expert_parallel")) return Axis::kExpert;
  if (has("world_size")) return Axis::kWorld;
  for (absl::string_view part : absl::StrSplit(lower, '_')) {
    if (part == "tp") return Axis::kTensor;
    if (part == "pp") return Axis::kPipeline;
    if (part == "cp") return Axis::kContext;
    if (part == "ep") return Axis::kExpert;
    if (part == "dp") return Axis::kData;
  }
  return Axis::kNone;
}

// Sizes by axis, and the ranks that they need together.
class Shape {
 public:
  void Set(Axis axis, int size) {
    int& known = sizes_[static_cast<size_t>(axis)];
    known = std::max(known, size);
  }
  int ranks() const {
    const int dense = At(Axis::kTensor) * At(Axis::kPipeline) * At(Axis::kContext);
    const int experts = At(Axis::kExpert) * At(Axis::kExpertTensor) * At(Axis::kPipeline);
    return std::min(kMaxRanks, std::max({dense * At(Axis::kData), experts, At(Axis::kWorld)}));
  }
  void Join(const Shape& other) {
    for (size_t i = 0; i < sizes_.size(); ++i) sizes_[i] = std::max(sizes_[i], other.sizes_[i]);
  }

 private:
  int At(Axis axis) const { return sizes_[static_cast<size_t>(axis)]; }
  std::array<int, 8> sizes_ = {1, 1, 1, 1, 1, 1, 1, 1};
};

// A test that moves weights has two of each: "src_tp", "dest_tp". Empty for most.
std::string RoleOf(absl::string_view name) {
  for (absl::string_view role : {"src", "dest", "dst", "load", "save", "old", "new", "initial"}) {
    if (absl::StrContains(name, role)) return std::string(role);
  }
  return "";
}

struct NamedAxis {
  Axis axis;
  std::string role;
};
using Shapes = std::map<std::string, Shape>;  // By role.

// Text between the bracket at `open` and its partner; empty when there is none.
absl::string_view Inside(absl::string_view text, size_t open) {
  int depth = 0;
  char quote = 0;
  for (size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if ((c == ')' || c == ']' || c == '}') && --depth == 0) {
      return text.substr(open + 1, i - open - 1);
    }
  }
  return "";
}

// Pieces between commas outside of brackets and quotes, trimmed; empty ones are left out.
std::vector<absl::string_view> SplitArguments(absl::string_view text) {
  std::vector<absl::string_view> pieces;
  int depth = 0;
  char quote = 0;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    } else if (c == ',' && depth <= 0) {
      const absl::string_view piece = absl::StripAsciiWhitespace(text.substr(start, i - start));
      if (!piece.empty()) pieces.push_back(piece);
      start = i + 1;
    }
  }
  return pieces;
}

bool IsName(absl::string_view text) {
  return !text.empty() && !absl::ascii_isdigit(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(), [](char c) { return IsNameByte(c) || c == '.'; });
}

class Finder {
 public:
  explicit Finder(absl::string_view text) : text_(text) {}

  ParallelSizes Find() {
    for (size_t at = text_.find("initialize_model_parallel("); at != absl::string_view::npos;
         at = text_.find("initialize_model_parallel(", at + 1)) {
      ReadInitialisation(at);
    }
    ReadKeywords();
    for (size_t at = text_.find("parametrize("); at != absl::string_view::npos;
         at = text_.find("parametrize(", at + 1)) {
      // Decorators of one test multiply.
      if (absl::StrContains(text_.substr(end_of_parameters_, at - end_of_parameters_), "def ")) {
        of_one_test_.clear();
      }
      ReadParameters(at);
    }
    return sizes_;
  }

 private:
  void Note(size_t position, bool is_name) {
    if (!sizes_.has_any()) sizes_.position = position;
    if (is_name) sizes_.has_names = true;
  }

  void Take(Axis axis, absl::string_view value, size_t position, Shape* shape) {
    int size = 0;
    if (absl::SimpleAtoi(value, &size)) {
      if (size < 2) return;
      Note(position, false);
      shape->Set(axis, size);
      sizes_.ranks = std::max(sizes_.ranks, std::min(size, kMaxRanks));
    } else if (IsName(value) && value != "None" && value != "True" && value != "False") {
      Note(position, true);
    }
  }

  void ReadInitialisation(size_t at) {
    if (at >= 4 && text_.substr(at - 4, 4) == "def ") return;
    static constexpr Axis kPositions[] = {Axis::kTensor, Axis::kPipeline};
    Shape shape;
    size_t position = 0;
    for (absl::string_view argument : SplitArguments(Inside(text_, text_.find('(', at)))) {
      const size_t equals = argument.find('=');
      if (equals == absl::string_view::npos) {
        if (position < 2) Take(kPositions[position], argument, at, &shape);
        ++position;
        continue;
      }
      const Axis axis = AxisOf(absl::StripAsciiWhitespace(argument.substr(0, equals)));
      if (axis == Axis::kNone) continue;
      Take(axis, absl::StripAsciiWhitespace(argument.substr(equals + 1)), at, &shape);
    }
    sizes_.ranks = std::max(sizes_.ranks, shape.ranks());
  }

  // tensor_model_parallel_size=2 in any call.
  void ReadKeywords() {
    for (absl::string_view word : {"_parallel_size="}) {
      for (size_t at = text_.find(word); at != absl::string_view::npos;
           at = text_.find(word, at + 1)) {
        size_t start = at;
        while (start > 0 && IsNameByte(text_[start - 1])) --start;
        const Axis axis = AxisOf(text_.substr(start, at + word.size() - 1 - start));
        if (axis == Axis::kNone) continue;
        size_t end = at + word.size();
        while (end < text_.size() && (IsNameByte(text_[end]) || text_[end] == '.')) ++end;
        Shape shape;
        Take(axis, text_.substr(at + word.size(), end - at - word.size()), start, &shape);
      }
    }
  }

  void ReadParameters(size_t at) {
    const std::vector<absl::string_view> arguments =
        SplitArguments(Inside(text_, text_.find('(', at)));
    if (arguments.size() < 2) return;
    std::vector<NamedAxis> axes;
    for (absl::string_view name : absl::StrSplit(arguments[0], absl::ByAnyChar(",\"'()[] \n\t"))) {
      if (!name.empty()) axes.push_back({AxisOf(name), RoleOf(name)});
    }
    if (std::all_of(axes.begin(), axes.end(),
                    [](const NamedAxis& named) { return named.axis == Axis::kNone; })) {
      return;
    }
    if (!sizes_.has_any()) sizes_.position = at;
    end_of_parameters_ = static_cast<size_t>(arguments.back().end() - text_.data());
    if (arguments[1].find_first_of("[(") != 0) {
      Note(at, true);
      return;
    }
    int most = 1;
    Shapes largest;
    for (absl::string_view value : SplitArguments(Inside(arguments[1], 0))) {
      Shapes shapes = ShapesOf(axes, value);
      if (RanksOf(shapes) < most) continue;
      most = RanksOf(shapes);
      largest = std::move(shapes);
    }
    for (const auto& [role, shape] : largest) of_one_test_[role].Join(shape);
    sizes_.ranks = std::max(sizes_.ranks, RanksOf(of_one_test_));
    if (most == 1) Note(at, true);
  }

  static int RanksOf(const Shapes& shapes) {
    int ranks = 1;
    for (const auto& [role, shape] : shapes) ranks = std::max(ranks, shape.ranks());
    return ranks;
  }

  // (1, 4), [1, 4], pytest.param(1, 4, id="x"), 4.
  static Shapes ShapesOf(const std::vector<NamedAxis>& axes, absl::string_view value) {
    Shapes shapes;
    const size_t bracket = value.find_first_of("([");
    const std::vector<absl::string_view> sizes = bracket == absl::string_view::npos
                                                     ? std::vector<absl::string_view>{value}
                                                     : SplitArguments(Inside(value, bracket));
    for (size_t i = 0; i < std::min(axes.size(), sizes.size()); ++i) {
      int size = 0;
      if (axes[i].axis == Axis::kNone || !absl::SimpleAtoi(sizes[i], &size)) continue;
      shapes[axes[i].role].Set(axes[i].axis, size);
    }
    return shapes;
  }

  absl::string_view text_;
  ParallelSizes sizes_;
  Shapes of_one_test_;
  size_t end_of_parameters_ = 0;
};

}  // namespace

ParallelSizes FindParallelSizes(absl::string_view text) { return Finder(text).Find(); }

}  // namespace allreview::test_plan
