#include "analyzers/ir/types.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "base/poll.h"

namespace allreview::ir {
namespace {

using Kind = WrittenType::Kind;

constexpr size_t kMaxExpression = 200;  // Bytes.

bool IsNameByte(char c) { return absl::ascii_isalnum(c) || c == '_' || c == '.' || (c & 0x80); }

// Text in quotes that is a type: "Optional[Tensor]", but not "batch 3" or
// "2*n".
bool MayBeAnnotation(absl::string_view text) {
  bool was_name = false, was_space = false;
  for (const char c : text) {
    const bool is_name = IsNameByte(c);
    if (!is_name && !absl::StrContains(" []()|,'\"", c)) return false;
    if (is_name && was_name && was_space) return false;
    was_space = c == ' ';
    was_name = is_name || (was_name && was_space);
  }
  return !text.empty();
}

// Reads one token after another; what is open in brackets lies on a stack.
class TypeParser {
 public:
  explicit TypeParser(absl::string_view text) : text_(text) {}

  std::vector<WrittenType> Parse() {
    open_.push_back({Kind::kUnknown, kNothing, {}, {}});
    while (position_ < text_.size()) {
      Poll();
      Step();
    }
    while (open_.size() > 1) Close();
    Group& root = open_.back();
    EndItem(root);
    const bool is_one = root.items.size() == 1 && !is_wrong_;
    const int result = is_one ? root.items[0] : Add({});
    if (result + 1 != static_cast<int>(types_.size())) types_.push_back(types_[result]);
    return std::move(types_);
  }

 private:
  static constexpr int kNothing = -1;
  struct Group {
    Kind kind;                 // kGeneric, kList, or kUnknown for parentheses and the whole.
    int base;                  // Of a generic.
    std::vector<int> items;    // Between commas.
    std::vector<int> members;  // Of the union that is being read.
    bool may_go_on = true;     // At the start and after '|'.
  };

  int Add(WrittenType type) {
    types_.push_back(std::move(type));
    return static_cast<int>(types_.size() - 1);
  }

  void Step() {
    const char c = text_[position_];
    if (c == '"' || c == '\'') return ReadQuote();
    const bool is_negative =
        c == '-' && position_ + 1 < text_.size() && absl::ascii_isdigit(text_[position_ + 1]);
    const Group& group = open_.back();
    const bool begins = group.kind == Kind::kList && group.members.empty();
    if (begins && !absl::ascii_isspace(c) && ReadArithmetic()) return;
    if (IsNameByte(c) || is_negative) return ReadName();
    ++position_;
    if (c == '[') return Open();
    if (c == '(') return open_.push_back({Kind::kUnknown, kNothing, {}, {}});
    if (c == ']' || c == ')') {
      if (open_.size() > 1) Close();
      return;
    }
    if (c == ',') return EndItem(open_.back());
    if (c == '|') {
      open_.back().may_go_on = true;
    } else if (!absl::ascii_isspace(c) && c != '\\') {
      is_wrong_ = true;
    }
  }

  void ReadName() {
    const size_t first = position_++;
    while (position_ < text_.size() && IsNameByte(text_[position_])) ++position_;
    const absl::string_view name = text_.substr(first, position_ - first);
    WrittenType type{Kind::kName, std::string(name), {}};
    if (name == "None") type.kind = Kind::kNone;
    if (name == "...") type.kind = Kind::kEllipsis;
    if (absl::ascii_isdigit(name[0]) || name[0] == '-') type.kind = Kind::kLiteral;
    AddMember(Add(std::move(type)));
  }

  // In [2 * N, *Rest]: a literal, and what stands for any number of sizes.
  // False: it is neither.
  bool ReadArithmetic() {
    size_t end = position_;
    int depth = 0;
    bool has_operator = false;
    for (; end < text_.size() && end - position_ < kMaxExpression; ++end) {
      const char c = text_[end];
      if (depth == 0 && (c == ',' || c == ']' || c == ')')) break;
      depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
      has_operator |= c == '+' || c == '*' || c == '/' || (c == '-' && end > position_);
    }
    if (!has_operator || end == text_.size() || end - position_ == kMaxExpression) return false;
    const bool is_variadic = text_[position_] == '*';
    const absl::string_view text = text_.substr(position_, end - position_);
    AddMember(Add(is_variadic ? WrittenType{Kind::kEllipsis, "", {}}
                              : WrittenType{Kind::kLiteral,
                                            std::string(absl::StripTrailingAsciiWhitespace(text)),
                                            {}}));
    position_ = end;
    return true;
  }

  // Quotes hold an annotation, unless it is an argument of Literal, or the
  // second one or a later one and no annotation: Float[Tensor, "batch 3"].
  void ReadQuote() {
    const char quote = text_[position_++];
    const Group& group = open_.back();
    const bool is_literal =
        group.kind == Kind::kGeneric && absl::EndsWith(types_[group.base].name, "Literal");
    const size_t end = text_.find(quote, position_);
    const absl::string_view literal = text_.substr(position_, end - position_);
    const bool is_later = group.kind == Kind::kGeneric && !group.items.empty() &&
                          group.members.empty() && end != absl::string_view::npos;
    if (!is_literal && !(is_later && !MayBeAnnotation(literal))) return;
    AddMember(Add({Kind::kLiteral, std::string(literal), {}}));
    position_ = end == absl::string_view::npos ? text_.size() : end + 1;
  }

  // `f(x)` and `a b` are no annotations.
  void AddMember(int member) {
    Group& group = open_.back();
    is_wrong_ |= !group.may_go_on;
    group.may_go_on = false;
    group.members.push_back(member);
  }

  // The arguments of what stands before, or a list.
  void Open() {
    std::vector<int>& members = open_.back().members;
    if (members.empty()) {
      open_.push_back({Kind::kList, kNothing, {}, {}});
      return;
    }
    const int base = members.back();
    members.pop_back();
    open_.back().may_go_on = true;  // For the generic in its place.
    open_.push_back({Kind::kGeneric, base, {}, {}});
  }

  static void EndUnion(Group& group, int member) {
    group.items.push_back(member);
    group.members.clear();
  }

  void EndItem(Group& group) {
    group.may_go_on = true;
    if (group.members.empty()) return;
    if (group.members.size() == 1) return EndUnion(group, group.members[0]);
    EndUnion(group, Add({Kind::kUnion, "", group.members}));
  }

  void Close() {
    EndItem(open_.back());
    Group group = std::move(open_.back());
    open_.pop_back();
    if (group.kind == Kind::kUnknown) {  // Parentheses.
      for (int item : group.items) AddMember(item);
      return;
    }
    if (group.kind == Kind::kGeneric) group.items.insert(group.items.begin(), group.base);
    AddMember(Add({group.kind, "", std::move(group.items)}));
  }

  absl::string_view text_;
  size_t position_ = 0;
  bool is_wrong_ = false;
  std::vector<WrittenType> types_;
  std::vector<Group> open_;
};

}  // namespace

std::vector<WrittenType> ParseType(absl::string_view text) { return TypeParser(text).Parse(); }

}  // namespace allreview::ir
