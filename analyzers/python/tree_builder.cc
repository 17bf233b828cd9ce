#include "analyzers/python/tree_builder.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/python/grammar.h"
#include "base/check.h"
#include "base/poll.h"
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

// What a child is by its place in a production of the grammar.
struct Place {
  TSSymbol alias = 0;
  Field field = Field::kNoField;
};

// From the grammar's numbers to ours.
class Vocabulary {
 public:
  Vocabulary() {
    const TSLanguage* const language = Grammar();
    kinds_.assign(ts_language_symbol_count(language), Kind::kToken);
    for (uint32_t symbol = 0; symbol < kinds_.size(); ++symbol) {
      if (ts_language_symbol_type(language, static_cast<TSSymbol>(symbol)) != TSSymbolTypeRegular) {
        continue;
      }
      kinds_[symbol] = KindOf(ts_language_symbol_name(language, static_cast<TSSymbol>(symbol)));
    }
    // Several symbols may be one to the reader of a tree.
    const std::vector<Kind> own = kinds_;
    for (uint32_t symbol = 0; symbol < kinds_.size(); ++symbol) {
      kinds_[symbol] = own[ts_language_public_symbol(language, static_cast<TSSymbol>(symbol))];
    }
    places_.resize(language->production_id_count * places_of_production_);
    for (uint32_t production = 1; production < language->production_id_count; ++production) {
      AddPlaces(language, production);
    }
  }

  Kind kind(TSSymbol symbol) const {
    return symbol < kinds_.size() ? kinds_[symbol]
                                  : Kind::kError;  // ts_builtin_sym_error is 65535.
  }

  // Places of the children of a node, without extra ones. Null: they have neither aliases nor
  // fields.
  const Place* Places(uint16_t production) const {
    return production == 0 ? nullptr : &places_[production * places_of_production_];
  }

 private:
  void AddPlaces(const TSLanguage* language, uint32_t production) {
    Place* const places = &places_[production * places_of_production_];
    for (size_t i = 0; i < places_of_production_; ++i) {
      places[i].alias = ts_language_alias_at(language, production, static_cast<uint32_t>(i));
    }
    const TSFieldMapEntry *entry, *end;
    ts_language_field_map(language, production, &entry, &end);
    for (; entry < end; ++entry) {
      Field& field = places[entry->child_index].field;
      if (entry->inherited || field != Field::kNoField) continue;
      field = FieldOf(ts_language_field_name_for_id(language, entry->field_id));
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

  std::vector<Kind> kinds_;  // By symbol.
  // The longest production that has aliases or fields.
  const size_t places_of_production_ = Grammar()->max_alias_sequence_length;
  std::vector<Place> places_;
};

const Vocabulary& TheVocabulary() {
  static const Vocabulary* const vocabulary = new Vocabulary;
  return *vocabulary;
}

// A node of tree-sitter whose children are being visited. Those of a hidden node count as children
// of the visible one around it.
struct Frame {
  const Subtree* next;  // Child.
  const Subtree* end;
  const Place* place;  // Of that child, unless it is extra. May be null.
  uint32_t position;   // Where the child before it ends, in bytes.
  Field outer_field;   // Of a hidden node: what its children are to the visible one.
  bool is_visible;

  TreeBuilder::Part TakeChild() {
    const Subtree subtree = *next++;
    position += ts_subtree_padding(subtree).bytes;
    TreeBuilder::Part child{.subtree = subtree, .position = position};
    position += ts_subtree_size(subtree).bytes;
    // Comments and the like fit in anywhere.
    if (ts_subtree_extra(subtree)) return child;
    child.field = outer_field;
    if (place == nullptr) return child;
    child.alias = place->alias;
    if (place->field != Field::kNoField) child.field = place->field;
    ++place;
    return child;
  }
};

Frame FrameOf(const Vocabulary& vocabulary, const TreeBuilder::Part& node, bool is_visible) {
  const Subtree* const children = ts_subtree_children(node.subtree);
  return {.next = children,
          .end = children + ts_subtree_child_count(node.subtree),
          .place = vocabulary.Places(node.subtree.ptr->production_id),
          .position = node.position - ts_subtree_padding(node.subtree).bytes,
          .outer_field = is_visible ? Field::kNoField : node.field,
          .is_visible = is_visible};
}

}  // namespace

absl::Status TreeBuilder::Build(const TSTree* tree) {
  const Vocabulary& vocabulary = TheVocabulary();
  result_.nodes_.reserve(ts_subtree_visible_descendant_count(tree->root) + 1);
  std::vector<Frame> frames;
  Part part{.subtree = tree->root, .position = ts_subtree_padding(tree->root).bytes};
  for (;;) {
    Poll();
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
      frames.push_back(FrameOf(vocabulary, part, is_visible));
    }
    while (!frames.empty() && frames.back().next == frames.back().end) {
      if (frames.back().is_visible) Close();
      frames.pop_back();
    }
    if (frames.empty()) return absl::OkStatus();
    part = frames.back().TakeChild();
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
