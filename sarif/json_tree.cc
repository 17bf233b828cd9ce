#include "sarif/json_tree.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"

namespace allreview::sarif {
namespace {

using Kind = JsonNode::Kind;

// An array or object that has begun.
struct Open {
  JsonNode node;
  std::string key = {};             // Of the member whose value comes next, or was last read.
  std::set<std::string> seen = {};  // Keys of an object that are kept.
  int64_t index = -1;               // Of the last element of an array.
  int64_t nodes_before = 0;         // That were kept when it began.
};

// Builds the tree from the events of the parser, which keeps no stack of ours.
class Builder {
 public:
  explicit Builder(const JsonReading& reading) : reading_(reading) {}

  // Events. False ends the parsing; status() then says why.
  bool null() { return Add({}); }
  bool boolean(bool value) { return Add({.kind = Kind::kBoolean, .boolean = value}); }
  bool number_integer(int64_t value) { return Add({.kind = Kind::kInteger, .integer = value}); }
  bool number_unsigned(uint64_t value) {
    constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
    return number_integer(static_cast<int64_t>(std::min(value, kMost)));
  }
  bool number_float(double, const std::string& text) {
    return Add({.kind = Kind::kReal, .text = text});
  }
  bool string(std::string& value) {
    return Add({.kind = Kind::kString, .text = IsSkipping() ? "" : std::move(value)});
  }
  bool binary(std::vector<uint8_t>&) { return false; }

  bool start_object(size_t) { return Begin(Kind::kObject); }
  bool start_array(size_t) { return Begin(Kind::kArray); }
  bool end_object() { return End(); }
  bool end_array() { return End(); }

  bool key(std::string& name) {
    if (skipped_depth_ > 0) return true;
    Open& object = open_.back();
    is_next_skipped_ = !reading_.is_wanted(Owner(), name);
    if (is_next_skipped_) return true;
    object.key = name;
    if (object.seen.insert(name).second) return true;
    return Fail(absl::StrCat(Place(), ": stands twice in its object; wanted once"));
  }

  bool parse_error(size_t position, const std::string&, const nlohmann::json::exception&) {
    failed_at_ = position;
    return false;
  }

  const absl::Status& status() const { return status_; }
  size_t failed_at() const { return failed_at_; }
  JsonNode Take() { return std::move(root_); }

 private:
  bool IsSkipping() const { return skipped_depth_ > 0 || is_next_skipped_; }

  bool Fail(std::string text) {
    status_ = absl::InvalidArgumentError(text);
    return false;
  }

  // The key under which the innermost object stands.
  absl::string_view Owner() const {
    for (size_t i = open_.size() - 1; i-- > 0;) {
      if (open_[i].node.Is(Kind::kObject)) return open_[i].key;
    }
    return "";
  }

  // "runs[0].results[3].level", of what comes next or was read last.
  std::string Place() const {
    std::string place;
    for (const Open& open : open_) {
      if (open.node.Is(Kind::kArray)) {
        absl::StrAppend(&place, "[", open.index, "]");
      } else {
        absl::StrAppend(&place, place.empty() ? "" : ".", open.key.substr(0, 100));
      }
    }
    return place;
  }

  std::string Keys() const {
    std::string keys;
    for (const Open& open : open_) {
      if (open.node.Is(Kind::kArray)) continue;
      absl::StrAppend(&keys, keys.empty() ? "" : ".", open.key.substr(0, 100));
    }
    return keys;
  }

  bool Begin(Kind kind) {
    if (++depth_ > reading_.max_depth) {
      return Fail(absl::StrCat(Place(), ": nested more than ", reading_.max_depth, " deep"));
    }
    if (IsSkipping()) {
      ++skipped_depth_;
      return true;
    }
    NextElement();
    open_.push_back({.node = {.kind = kind}, .nodes_before = nodes_});
    return true;
  }

  bool End() {
    --depth_;
    if (skipped_depth_ > 0) {
      if (--skipped_depth_ == 0) is_next_skipped_ = false;
      return true;
    }
    JsonNode node = std::move(open_.back().node);
    const int64_t nodes_before = open_.back().nodes_before;
    open_.pop_back();
    return Attach(std::move(node), nodes_before);
  }

  bool Add(JsonNode node) {
    if (skipped_depth_ > 0) return true;
    if (std::exchange(is_next_skipped_, false)) return true;
    NextElement();
    return Attach(std::move(node), nodes_);
  }

  void NextElement() {
    if (!open_.empty() && open_.back().node.Is(Kind::kArray)) ++open_.back().index;
  }

  bool Attach(JsonNode node, int64_t nodes_before) {
    constexpr size_t kTakenDepth = 4;  // "runs.results": what is deeper is part of it.
    if (++nodes_ > reading_.max_nodes) {
      return Fail(absl::StrCat(Place(), ": more than ", reading_.max_nodes, " values"));
    }
    if (open_.empty()) {
      root_ = std::move(node);
      return true;
    }
    Open& outer = open_.back();
    if (outer.node.Is(Kind::kArray)) {
      if (reading_.take && open_.size() <= kTakenDepth) {
        absl::StatusOr<bool> is_taken = reading_.take(Keys(), Place(), node);
        if (!is_taken.ok()) {
          status_ = is_taken.status();
          return false;
        }
        if (*is_taken) {
          nodes_ = nodes_before;
          return true;
        }
      }
    } else {
      outer.node.keys.push_back(outer.key);
    }
    outer.node.items.push_back(std::move(node));
    return true;
  }

  const JsonReading& reading_;
  std::vector<Open> open_;
  JsonNode root_;
  int depth_ = 0;
  int skipped_depth_ = 0;         // Within a member that nobody wants.
  bool is_next_skipped_ = false;  // The value of the key that was just read.
  int64_t nodes_ = 0;
  absl::Status status_;
  size_t failed_at_ = 0;
};

std::string LineAndColumn(absl::string_view text, size_t at) {
  const absl::string_view before = text.substr(0, std::min(at, text.size()));
  const size_t last = before.rfind('\n');
  const size_t column = last == absl::string_view::npos ? before.size() : before.size() - last - 1;
  return absl::StrCat("line ", 1 + std::count(before.begin(), before.end(), '\n'), ", column ",
                      std::max<size_t>(column, 1));
}

}  // namespace

const JsonNode* JsonNode::Find(absl::string_view key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() || kind != Kind::kObject ? nullptr : &items[found - keys.begin()];
}

absl::string_view NameOf(JsonNode::Kind kind) {
  switch (kind) {
    case Kind::kNull:
      return "null";
    case Kind::kBoolean:
      return "true or false";
    case Kind::kInteger:
      return "a whole number";
    case Kind::kReal:
      return "a number";
    case Kind::kString:
      return "a string";
    case Kind::kArray:
      return "an array";
    case Kind::kObject:
      return "an object";
  }
  return "";
}

absl::StatusOr<JsonNode> ReadJson(absl::string_view text, const JsonReading& reading) {
  Builder builder(reading);
  if (nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) return builder.Take();
  if (!builder.status().ok()) return builder.status();
  return absl::InvalidArgumentError(
      absl::StrCat(LineAndColumn(text, builder.failed_at()), ": not valid JSON in UTF-8"));
}

}  // namespace allreview::sarif
