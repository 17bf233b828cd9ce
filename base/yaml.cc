#include "base/yaml.h"

#include <exception>
#include <sstream>

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

// Builds the tree from yaml-cpp's events, which, unlike its nodes, do not expand aliases.
class TreeBuilder : public YAML::EventHandler {
 public:
  YamlNode TakeRoot() { return std::move(root_); }
  bool has_content() const { return has_root_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (has_root_) throw Refused(mark.line + 1, "a second document begins; wanted one");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    RefuseAnchor(mark, anchor);
    Add({.kind = YamlNode::Kind::kNull, .line = mark.line + 1, .column = mark.column + 1});
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw Refused(mark.line + 1, "aliases are not allowed here; write the value out");
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

  static void RefuseAnchor(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != 0) throw Refused(mark.line + 1, "anchors are not allowed here");
  }

  static void RefuseTag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?") return;
    throw Refused(mark.line + 1, absl::StrCat("tags are not allowed here, found \"", tag, "\""));
  }

  void Open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YamlNode::Kind kind) {
    RefuseAnchor(mark, anchor);
    RefuseTag(mark, tag);
    if (levels_.size() >= static_cast<size_t>(kMaxYamlDepth)) {
      throw Refused(mark.line + 1, absl::StrCat("nested deeper than ", kMaxYamlDepth, " levels"));
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
      root_ = std::move(node);
      has_root_ = true;
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

  std::vector<Level> levels_;
  YamlNode root_;
  bool has_root_ = false;
};

absl::Status Error(int line, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("line ", line, ": ", what));
}

}  // namespace

absl::StatusOr<YamlNode> ParseYaml(absl::string_view text) {
  if (text.size() > kMaxYamlBytes) {
    return Error(1, absl::StrCat("the file has ", text.size(), " bytes, at most ", kMaxYamlBytes,
                                 " are read"));
  }
  std::istringstream stream{std::string(text)};
  TreeBuilder builder;
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Refused& error) {
    return Error(error.line, error.text);
  } catch (const YAML::Exception& error) {
    return Error(error.mark.line + 1, absl::StrCat("not valid YAML: ", error.msg));
  }
  return builder.TakeRoot();
}

YamlError YamlErrorOf(const absl::Status& error) {
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(std::string(error.message()), absl::MaxSplits(": ", 1));
  YamlError result{.message = parts.second};
  if (!absl::SimpleAtoi(absl::StripPrefix(parts.first, "line "), &result.line)) result.line = 1;
  return result;
}

}  // namespace allreview
