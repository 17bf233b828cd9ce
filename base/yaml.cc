#include "base/yaml.h"

#include <exception>
#include <sstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "yaml-cpp/eventhandler.h"
#include "yaml-cpp/exceptions.h"
#include "yaml-cpp/mark.h"
#include "yaml-cpp/parser.h"

namespace allreview {
namespace {

// How a handler leaves yaml-cpp's parser early.
struct Refused : std::exception {
  Refused(int line, std::string what) : line(line), text(std::move(what)) {}
  const char* what() const noexcept override { return text.c_str(); }
  int line;
  std::string text;
};

constexpr size_t kMaxForeignBytes = 1 << 20;
constexpr size_t kMaxForeignDepth = 64;

// Builds the trees from yaml-cpp's events, which, unlike its nodes, do not expand aliases.
class TreeBuilder : public YAML::EventHandler {
 public:
  // `is_strict`: as ParseYaml says.
  explicit TreeBuilder(bool is_strict) : is_strict_(is_strict) {}

  std::vector<YamlNode> TakeRoots() { return std::move(roots_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (is_strict_ && !roots_.empty()) {
      throw Refused(mark.line + 1, "a second document begins; wanted one");
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    RefuseAnchor(mark, anchor);
    Add({.kind = YamlNode::Kind::kNull, .line = mark.line + 1, .column = mark.column + 1});
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    if (is_strict_) {
      throw Refused(mark.line + 1, "aliases are not allowed here; write the value out");
    }
    Add({.kind = YamlNode::Kind::kNull, .line = mark.line + 1, .column = mark.column + 1});
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    RefuseAnchor(mark, anchor);
    const bool is_quoted = tag == "!";
    if (!is_quoted) RefuseTag(mark, tag);
    const bool is_null = !is_quoted && (value == "~" || value == "null");
    YamlNode node{.kind = is_null ? YamlNode::Kind::kNull : YamlNode::Kind::kScalar,
                  .line = mark.line + 1,
                  .column = mark.column + 1};
    node.scalar = value;
    node.is_quoted = is_quoted;
    Add(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    Open(mark, tag, anchor, YamlNode::Kind::kSequence);
  }
  void OnSequenceEnd() override { Close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    Open(mark, tag, anchor, YamlNode::Kind::kMap);
  }
  void OnMapEnd() override { Close(); }

 private:
  // A collection that is still open; of a map, the key that waits for its value.
  struct Level {
    YamlNode node;
    YamlNode key;
    bool has_key = false;
  };

  void RefuseAnchor(const YAML::Mark& mark, YAML::anchor_t anchor) const {
    if (is_strict_ && anchor != 0) throw Refused(mark.line + 1, "anchors are not allowed here");
  }

  void RefuseTag(const YAML::Mark& mark, const std::string& tag) const {
    if (!is_strict_ || tag.empty() || tag == "?") return;
    throw Refused(mark.line + 1, absl::StrCat("tags are not allowed here, found \"", tag, "\""));
  }

  void Open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YamlNode::Kind kind) {
    RefuseAnchor(mark, anchor);
    RefuseTag(mark, tag);
    const size_t most = is_strict_ ? static_cast<size_t>(kMaxYamlDepth) : kMaxForeignDepth;
    if (levels_.size() >= most) {
      throw Refused(mark.line + 1, absl::StrCat("nested deeper than ", most, " levels"));
    }
    Level level;
    level.node.kind = kind;
    level.node.line = mark.line + 1;
    level.node.column = mark.column + 1;
    levels_.push_back(std::move(level));
  }

  void Close() {
    YamlNode node = std::move(levels_.back().node);
    levels_.pop_back();
    Add(std::move(node));
  }

  void Add(YamlNode node) {
    if (levels_.empty()) {
      roots_.push_back(std::move(node));
      return;
    }
    Level& parent = levels_.back();
    if (parent.node.kind == YamlNode::Kind::kSequence) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.has_key) {
      parent.key = std::move(node);
      parent.has_key = true;
    } else {
      parent.node.entries.emplace_back(std::move(parent.key), std::move(node));
      parent.has_key = false;
    }
  }

  const bool is_strict_;
  std::vector<Level> levels_;
  std::vector<YamlNode> roots_;
};

absl::Status Error(int line, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("line ", line, ": ", what));
}

absl::StatusOr<std::vector<YamlNode>> Parse(absl::string_view text, bool is_strict) {
  const size_t most = is_strict ? kMaxYamlBytes : kMaxForeignBytes;
  if (text.size() > most) {
    return Error(1,
                 absl::StrCat("the file has ", text.size(), " bytes, at most ", most, " are read"));
  }
  std::istringstream stream{std::string(text)};
  TreeBuilder builder(is_strict);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Refused& error) {
    return Error(error.line, error.text);
  } catch (const YAML::Exception& error) {
    return Error(error.mark.line + 1, absl::StrCat("not valid YAML: ", error.msg));
  }
  return builder.TakeRoots();
}

}  // namespace

absl::StatusOr<YamlNode> ParseYaml(absl::string_view text) {
  absl::StatusOr<std::vector<YamlNode>> documents = Parse(text, /*is_strict=*/true);
  if (!documents.ok()) return documents.status();
  return documents->empty() ? YamlNode() : std::move(documents->front());
}

absl::StatusOr<std::vector<YamlNode>> ParseYamlDocuments(absl::string_view text) {
  return Parse(text, /*is_strict=*/false);
}

void ForEachNode(const std::vector<YamlNode>& documents,
                 const std::function<void(const YamlNode&)>& visit) {
  std::vector<const YamlNode*> open;
  for (size_t i = documents.size(); i-- > 0;) open.push_back(&documents[i]);
  while (!open.empty()) {
    const YamlNode& node = *open.back();
    open.pop_back();
    visit(node);
    for (size_t i = node.items.size(); i-- > 0;) open.push_back(&node.items[i]);
    for (size_t i = node.entries.size(); i-- > 0;) open.push_back(&node.entries[i].second);
  }
}

const YamlNode* FindYamlKey(const YamlNode& map, absl::string_view key) {
  for (const auto& [name, value] : map.entries) {
    if (name.scalar == key) return &value;
  }
  return nullptr;
}

YamlError YamlErrorOf(const absl::Status& error) {
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(std::string(error.message()), absl::MaxSplits(": ", 1));
  YamlError result{.message = parts.second};
  if (!absl::SimpleAtoi(absl::StripPrefix(parts.first, "line "), &result.line)) result.line = 1;
  return result;
}

}  // namespace allreview
