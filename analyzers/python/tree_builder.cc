#include "analyzers/python/tree_builder.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/python/grammar.h"
#include "base/check.h"
#include "language.h"
#include "subtree.h"
#include "tree.h"
#include "tree_sitter/api.h"

namespace allreview::python {

// One of tree-sitter's nodes, and what it is to the node around it.
struct TreeBuilder::Part {
  Subtree subtree;
  uint32_t position;  // Where it starts, in bytes.
  TSSymbol alias = 0;
  Field field = Field::kNoField;

  bool is_visible() const { return ts_subtree_visible(subtree) || alias != 0; }
  bool has_visible_children() const { return ts_subtree_visible_child_count(subtree) > 0; }
};

namespace {

// From the grammar's numbers to ours.
struct Vocabulary {
  const TSLanguage* const language = Grammar();
  std::vector<Kind> kinds;
  std::vector<Field> fields;

  Vocabulary() {
    kinds.assign(ts_language_symbol_count(language), Kind::kToken);
    fields.assign(ts_language_field_count(language) + 1, Field::kNoField);
    for (uint32_t symbol = 0; symbol < kinds.size(); ++symbol) {
      if (ts_language_symbol_type(language, static_cast<TSSymbol>(symbol)) != TSSymbolTypeRegular) {
        continue;
      }
      kinds[symbol] = KindOf(ts_language_symbol_name(language, static_cast<TSSymbol>(symbol)));
    }
    // Several symbols may be one to the reader of a tree.
    const std::vector<Kind> own = kinds;
    for (uint32_t symbol = 0; symbol < kinds.size(); ++symbol) {
      kinds[symbol] = own[ts_language_public_symbol(language, static_cast<TSSymbol>(symbol))];
    }
    for (uint32_t field = 1; field < fields.size(); ++field) {
      fields[field] =
          FieldOf(ts_language_field_name_for_id(language, static_cast<TSFieldId>(field)));
    }
  }

  static Kind KindOf(absl::string_view name) {
#define ALLREVIEW_KIND(kind, text) \
  if (name == text) return Kind::kind;
    ALLREVIEW_PYTHON_KINDS(ALLREVIEW_KIND)
#undef ALLREVIEW_KIND
    CHECK(false) << "the grammar's kind '" << name << "' is not in kinds.h";
    return Kind::kNull;
  }

  static Field FieldOf(absl::string_view name) {
#define ALLREVIEW_FIELD(field, text) \
  if (name == text) return Field::field;
    ALLREVIEW_PYTHON_FIELDS(ALLREVIEW_FIELD)
#undef ALLREVIEW_FIELD
    CHECK(false) << "the grammar's field '" << name << "' is not in kinds.h";
    return Field::kNoField;
  }

  Kind kind(TSSymbol symbol) const {
    return symbol < kinds.size() ? kinds[symbol] : Kind::kError;  // ts_builtin_sym_error is 65535.
  }
};

const Vocabulary& TheVocabulary() {
  static const Vocabulary* const vocabulary = new Vocabulary;
  return *vocabulary;
}

// A node of tree-sitter whose children are being visited. Those of a hidden node count as children
// of the visible one around it.
struct Frame {
  const Subtree* children;
  uint32_t child_count;
  uint32_t next = 0;        // Child.
  uint32_t structural = 0;  // The same without comments and the like, which fit in anywhere.
  uint32_t position;        // Where that child starts, in bytes.
  const TSSymbol* aliases;  // By structural index; may be null.
  const TSFieldMapEntry* fields;
  const TSFieldMapEntry* fields_end;
  Field outer_field;  // Of a hidden node: what its children are to the visible one.
  bool is_visible;

  Field FieldOfChild(const Vocabulary& vocabulary) const {
    for (const TSFieldMapEntry* entry = fields; entry < fields_end; ++entry) {
      if (!entry->inherited && entry->child_index == structural) {
        return vocabulary.fields[entry->field_id];
      }
    }
    return outer_field;
  }
};

Frame FrameOf(const TSLanguage* language, const TreeBuilder::Part& node, bool is_visible) {
  const uint16_t production = node.subtree.ptr->production_id;
  Frame frame{.children = ts_subtree_children(node.subtree),
              .child_count = ts_subtree_child_count(node.subtree),
              .position = node.position,
              .aliases = ts_language_alias_sequence(language, production),
              .fields = nullptr,
              .fields_end = nullptr,
              .outer_field = is_visible ? Field::kNoField : node.field,
              .is_visible = is_visible};
  ts_language_field_map(language, production, &frame.fields, &frame.fields_end);
  return frame;
}

TreeBuilder::Part TakeChild(const Vocabulary& vocabulary, Frame* frame) {
  TreeBuilder::Part child{.subtree = frame->children[frame->next++], .position = frame->position};
  if (!ts_subtree_extra(child.subtree)) {
    if (frame->aliases != nullptr) child.alias = frame->aliases[frame->structural];
    child.field = frame->FieldOfChild(vocabulary);
    ++frame->structural;
  }
  frame->position += ts_subtree_size(child.subtree).bytes;
  if (frame->next < frame->child_count) {
    frame->position += ts_subtree_padding(frame->children[frame->next]).bytes;
  }
  return child;
}

}  // namespace

absl::Status TreeBuilder::Build(const TSTree* tree) {
  const Vocabulary& vocabulary = TheVocabulary();
  std::vector<Frame> frames;
  Part part{.subtree = tree->root, .position = ts_subtree_padding(tree->root).bytes};
  for (;;) {
    const bool is_visible = part.is_visible();
    if (is_visible) {
      if (static_cast<int64_t>(result_.nodes_.size()) >= limits_.max_nodes) {
        return absl::ResourceExhaustedError(
            absl::StrCat("more than ", limits_.max_nodes, " syntax nodes"));
      }
      const TSSymbol symbol = part.alias != 0 ? part.alias : ts_subtree_symbol(part.subtree);
      Append(part, vocabulary.kind(symbol));
    }
    if (part.has_visible_children()) {
      if (is_visible) {
        if (absl::Status status = Open(); !status.ok()) return status;
      }
      frames.push_back(FrameOf(vocabulary.language, part, is_visible));
    }
    while (!frames.empty() && frames.back().next == frames.back().child_count) {
      if (frames.back().is_visible) Close();
      frames.pop_back();
    }
    if (frames.empty()) return absl::OkStatus();
    part = TakeChild(vocabulary, &frames.back());
  }
}

// Without children, until it is opened.
void TreeBuilder::Append(const Part& part, Kind kind) {
  SyntaxTree::Data data;
  data.first_byte = part.position;
  data.end_byte = part.position + ts_subtree_size(part.subtree).bytes;
  data.parent = open_.empty() ? 0 : open_.back();
  data.subtree_end = static_cast<uint32_t>(result_.nodes_.size() + 1);
  data.kind = kind;
  data.field = part.field;
  data.is_missing = ts_subtree_missing(part.subtree);
  data.has_error = ts_subtree_error_cost(part.subtree) > 0;
  if (data.is_missing || kind == Kind::kError) ++result_.error_count_;
  result_.nodes_.push_back(data);
}

// What comes next stands in the node that came last.
absl::Status TreeBuilder::Open() {
  if (static_cast<int>(open_.size()) >= limits_.max_depth) {
    return absl::ResourceExhaustedError(
        absl::StrCat("line ", result_.LineOf(result_.nodes_.back().first_byte),
                     ": nested more than ", limits_.max_depth, " levels deep"));
  }
  open_.push_back(static_cast<uint32_t>(result_.nodes_.size() - 1));
  return absl::OkStatus();
}

void TreeBuilder::Close() {
  result_.nodes_[open_.back()].subtree_end = static_cast<uint32_t>(result_.nodes_.size());
  open_.pop_back();
}

}  // namespace allreview::python
