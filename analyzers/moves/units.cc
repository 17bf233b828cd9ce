#include "analyzers/moves/units.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "absl/strings/ascii.h"
#include "analyzers/diff/tokens.h"
#include "analyzers/moves/layout_tokens.h"
#include "base/poll.h"

namespace allreview::moves {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

// Polynomials over the integers modulo 2^61 - 1: the hash of a part of a sequence follows from
// those of its two beginnings.
constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
constexpr uint64_t kBase = 0x1b873593cc9e2d51u % kPrime;

uint64_t Reduce(unsigned __int128 value) {
  const uint64_t sum = static_cast<uint64_t>(value & kPrime) + static_cast<uint64_t>(value >> 61);
  return sum >= kPrime ? sum - kPrime : sum;
}

uint64_t Multiply(uint64_t a, uint64_t b) { return Reduce(static_cast<unsigned __int128>(a) * b); }

uint64_t Power(uint64_t exponent) {
  uint64_t result = 1;
  for (uint64_t square = kBase; exponent > 0; exponent >>= 1, square = Multiply(square, square)) {
    if (exponent & 1) result = Multiply(result, square);
  }
  return result;
}

class RollingHash {
 public:
  void Add(uint64_t token) { value_ = Reduce(Multiply(value_, kBase) + token % kPrime); }
  uint64_t value() const { return value_; }
  // Of the `size` last tokens, given the value before them.
  uint64_t Since(uint64_t before, uint64_t size) const {
    const uint64_t shifted = Multiply(before, Power(size));
    return value_ >= shifted ? value_ - shifted : value_ + kPrime - shifted;
  }

 private:
  uint64_t value_ = 0;
};

bool IsDocumentation(Node statement) {
  if (!statement.Is(Kind::kExpressionStatement)) return false;
  const Node value = statement.named_child(0);
  return value.Is(Kind::kString) || value.Is(Kind::kConcatenatedString);
}

bool IsImport(Node statement) {
  return statement.Is(Kind::kImportStatement) || statement.Is(Kind::kImportFromStatement) ||
         statement.Is(Kind::kFutureImportStatement);
}

// The `self` and the dot of `self.x`.
bool IsReceiver(Node leaf) {
  const Node attribute = leaf.parent();
  if (!attribute.Is(Kind::kAttribute) || leaf.field() == Field::kAttribute) return false;
  const absl::string_view object = attribute.child(Field::kObject).text();
  return object == "self" || object == "cls";
}

std::string PrefixOf(absl::string_view string_start) {
  std::string prefix = "\"";
  for (const char c : string_start) {
    const char letter = absl::ascii_tolower(static_cast<unsigned char>(c));
    if (absl::ascii_isalpha(static_cast<unsigned char>(letter)) && letter != 'u') prefix += letter;
  }
  return prefix;
}

}  // namespace

// Fills Units in one walk over the tree.
class UnitReader {
 public:
  UnitReader(const Module& module, Units& units) : module_(module), units_(units) {}

  void Read() {
    const python::SyntaxTree& tree = module_.tree();
    for (uint32_t i = 1; i < tree.size();) {
      Poll();
      CloseBefore(i);
      const Node node = tree.node(i);
      i = IsSkipped(node) || Visit(node) ? node.subtree_end() : i + 1;
    }
    CloseBefore(tree.size());
  }

 private:
  // Tokens that no source text has.
  static constexpr uint64_t kStatement = 2, kBlockEnd = 3;

  struct Open {
    enum What { kUnit, kBlock, kDefinition } what;
    uint32_t end;  // Node index.
    int index;     // Of the unit, or of the definition around.
    uint64_t hash = 0, loose_hash = 0;
  };

  static bool IsSkipped(Node node) {
    return node.Is(Kind::kComment) || node.Is(Kind::kLineContinuation) || IsDocumentation(node);
  }

  // Whether nothing below the node is to be looked at.
  bool Visit(Node node) {
    const Node parent = node.parent();
    const bool is_in_block = parent.Is(Kind::kBlock) || parent.index() == 0;
    const bool is_statement = is_in_block && node.IsNamed() && !node.Is(Kind::kError);
    if (parent.Is(Kind::kBlock) && node.IsNamed()) Add(kStatement, false);
    if (is_statement) OpenUnit(node, static_cast<int32_t>(parent.index()));
    if (node.Is(Kind::kCall)) OpenUnit(node, -1);
    OpenDefinition(node);
    if (node.Is(Kind::kBlock)) OpenBlock(node);
    if (node.Is(Kind::kStringContent)) {
      Add(diff::HashBytes(node.text()), false);
      return true;
    }
    if (node.Is(Kind::kStringStart)) {
      Add(diff::HashBytes(PrefixOf(node.text())), false);
    } else if (node.subtree_end() == node.index() + 1 && !node.Is(Kind::kStringEnd) &&
               !node.Is(Kind::kBlock) && !node.text().empty() && !IsLayoutToken(node)) {
      Add(diff::HashBytes(node.text()), IsReceiver(node));
    }
    return false;
  }

  void Add(uint64_t token, bool is_receiver) {
    units_.tokens_.push_back(token);
    hash_.Add(token);
    if (is_receiver) return;
    units_.loose_.push_back(token);
    loose_hash_.Add(token);
  }

  void OpenUnit(Node node, int32_t block) {
    const int index = static_cast<int>(units_.units_.size());
    open_.push_back({Open::kUnit, node.subtree_end(), index, hash_.value(), loose_hash_.value()});
    units_.units_.push_back({.node = node.index(),
                             .node_end = node.subtree_end(),
                             .first = static_cast<uint32_t>(units_.tokens_.size()),
                             .loose_first = static_cast<uint32_t>(units_.loose_.size()),
                             .block = block,
                             .definition = definition_,
                             .is_import = IsImport(node),
                             .parent = statement_});
    if (block >= 0) statement_ = index;
    int32_t previous = -1;
    if (block >= 0) {
      const auto [last, is_first] = last_in_block_.try_emplace(block, index);
      if (!is_first) previous = std::exchange(last->second, index);
    }
    units_.previous_.push_back(previous);
  }

  void OpenBlock(Node block) {
    if (statement_ >= 0 && units_.units_[statement_].header_end == 0) {
      units_.units_[statement_].header_end = static_cast<uint32_t>(units_.tokens_.size());
    }
    open_.push_back({Open::kBlock, block.subtree_end(), 0});
  }

  // Definitions come in the order of the tree.
  void OpenDefinition(Node node) {
    const std::vector<Definition>& all = module_.definitions();
    while (next_definition_ < all.size() && all[next_definition_].outer.index() < node.index()) {
      ++next_definition_;  // Stands in what is passed over.
    }
    if (next_definition_ == all.size() || all[next_definition_].outer != node) return;
    open_.push_back({Open::kDefinition, node.subtree_end(), definition_});
    definition_ = static_cast<int>(next_definition_++);
  }

  void CloseBefore(uint32_t node) {
    while (!open_.empty() && open_.back().end <= node) {
      const Open open = open_.back();
      open_.pop_back();
      if (open.what == Open::kBlock) Add(kBlockEnd, false);
      if (open.what == Open::kDefinition) definition_ = open.index;
      if (open.what == Open::kUnit) CloseUnit(open);
    }
  }

  void CloseUnit(const Open& open) {
    Unit& unit = units_.units_[open.index];
    unit.end = static_cast<uint32_t>(units_.tokens_.size());
    unit.loose_end = static_cast<uint32_t>(units_.loose_.size());
    unit.hash = hash_.Since(open.hash, unit.end - unit.first);
    unit.loose_hash = loose_hash_.Since(open.loose_hash, unit.loose_end - unit.loose_first);
    unit.inner_end = static_cast<int32_t>(units_.units_.size());
    if (!unit.is_call()) statement_ = unit.parent;
  }

  const Module& module_;
  Units& units_;
  RollingHash hash_, loose_hash_;
  std::vector<Open> open_;
  std::unordered_map<int32_t, int> last_in_block_;
  int definition_ = -1, statement_ = -1;  // Around.
  size_t next_definition_ = 0;
};

Units::Units(const Module& module) : module_(&module) { UnitReader(module, *this).Read(); }

int Units::Next(int unit) const {
  const int next = units_[unit].inner_end;
  return next < std::ssize(units_) && previous_[next] == unit ? next : -1;
}

bool Units::AreEqual(int unit, const Units& other, int other_unit) const {
  const Unit &a = units_[unit], &b = other.units_[other_unit];
  Poll(1 + static_cast<int>(a.size() / 8));
  return a.hash == b.hash && a.size() == b.size() &&
         std::equal(tokens_.begin() + a.first, tokens_.begin() + a.end,
                    other.tokens_.begin() + b.first);
}

bool Units::HaveEqualHeaders(int unit, const Units& other, int other_unit) const {
  const Unit &a = units_[unit], &b = other.units_[other_unit];
  if (a.header_end == 0 || b.header_end == 0) return false;
  for (const Kind kind :
       {Kind::kFunctionDefinition, Kind::kClassDefinition, Kind::kDecoratedDefinition}) {
    if (NodeOf(unit).Is(kind)) return false;
  }
  Poll(1 + static_cast<int>((a.header_end - a.first) / 8));
  return std::equal(tokens_.begin() + a.first, tokens_.begin() + a.header_end,
                    other.tokens_.begin() + b.first, other.tokens_.begin() + b.header_end);
}

bool Units::AreEqualButForReceiver(int unit, const Units& other, int other_unit) const {
  const Unit &a = units_[unit], &b = other.units_[other_unit];
  return a.loose_hash == b.loose_hash &&
         a.loose_end - a.loose_first == b.loose_end - b.loose_first &&
         std::equal(loose_.begin() + a.loose_first, loose_.begin() + a.loose_end,
                    other.loose_.begin() + b.loose_first);
}

int Units::Around(Node node) const {
  for (; node && node.index() > 0; node = node.parent()) {
    const auto found =
        std::lower_bound(units_.begin(), units_.end(), node.index(),
                         [](const Unit& unit, uint32_t index) { return unit.node < index; });
    if (found != units_.end() && found->node == node.index()) {
      return static_cast<int>(found - units_.begin());
    }
  }
  return -1;
}

}  // namespace allreview::moves
