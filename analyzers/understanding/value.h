#ifndef ANALYZERS_UNDERSTANDING_VALUE_H_
#define ANALYZERS_UNDERSTANDING_VALUE_H_

// What is known of a value: the alternatives that it may be.
//
//   Value size = Value::Integer(8).JoinedWith(Value::None());
//   size.CanBe(Atom::Kind::kNone)   ->  true
//   size.Narrowed({.is_none = false})  ->  8
//
// A value is a set of atoms. An open value may be anything else as well: nothing that would have to
// hold for all alternatives can be claimed of it. The value without atoms that is not open is
// impossible: the code that would read it does not run.
//
// Sets are bounded. More than kMaxConstants constants of a kind become that kind without a
// constant; more than kMaxAtoms atoms, and what is nested deeper than kMaxDepth, become anything,
// which takes in whatever it is joined with. So every chain of joins ends, on every machine alike.
//
// An atom says where it comes from, for the chain of places that a finding shows. Origins take no
// part in comparisons: of two that are joined, the first place stays.
//
// Immutable and cheap to copy; safe from many threads.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/understanding/ranks.h"
#include "analyzers/understanding/tensor.h"

namespace allreview::understanding {

// A line of a file; `file` is the Program's number for it.
struct Place {
  uint32_t file = 0;
  int line = 0;  // 0: nowhere.
  friend auto operator<=>(const Place&, const Place&) = default;
};

// A function, class or module of the program.
struct CodeRef {
  static constexpr uint32_t kNoCode = 0xffffffff;
  uint32_t file = 0;
  uint32_t code = kNoCode;
  explicit operator bool() const { return code != kNoCode; }
  friend auto operator<=>(const CodeRef&, const CodeRef&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const CodeRef& ref) {
    return H::combine(std::move(state), ref.file, ref.code);
  }
};

enum class AtomKind : uint8_t {
  kUnbound,  // The name has no value here.
  kNone,
  kEllipsis,
  kBool,
  kInteger,
  kReal,
  kText,
  kBytes,
  kTuple,
  kList,
  kSet,
  kDict,
  kSlice,
  kIterator,
  kFunction,   // Of the program: `code`.
  kMethod,     // The function `code`, bound to parts[0]; without it the method `text` of a
               // foreign class, which returns parts[0]. "super": found by super() in parts[1].
  kClass,      // Of the program: `code`.
  kInstance,   // Of the class `code`, a member of an enumeration when `text` names it; or of the
               // class `text` that is defined elsewhere. parts[0] of a property: the function; of
               // an object of the program: what others may have stored in it, who have it, too;
               // of a module of torch: what it was made with, by parameter in `keys`. `integer`
               // is 1 for the object whose method is asked about.
  kModule,     // `text` is its absolute name.
  kExternal,   // What is defined elsewhere, by its absolute name: "torch.nn.Linear". A method of
               // a tensor: parts[0].
  kReference,  // What `text` names, absolute, and nobody has looked up yet: an import.
  kSuper,      // super() in the class `code`, for the object parts[0].
  kTensor,     // Of torch: `tensor`.
};

struct Atom;

class Value {
 public:
  static constexpr size_t kMaxAtoms = 8;
  static constexpr size_t kMaxConstants = 6;
  static constexpr int kMaxDepth = 4;
  static constexpr size_t kMaxParts = 64;  // Longer displays have one part for all elements.

  Value() = default;  // Impossible.
  explicit Value(Atom atom);
  static Value Unknown();
  // Unknown, and no longer anybody's business what else it may be.
  static Value Anything();
  // Any of them; of none impossible.
  static Value AnyOf(const std::vector<Value>& values);
  static Value None(Place origin = {});
  static Value Bool(bool value, Place origin = {});
  static Value SomeBool(Place origin = {});
  static Value Integer(int64_t value, Place origin = {});
  static Value Text(absl::string_view value, Place origin = {});
  // Without a constant or parts.
  static Value Some(AtomKind kind, Place origin = {});
  static Value External(absl::string_view name, Place origin = {});
  static Value InstanceOf(CodeRef a_class, Place origin = {});
  static Value InstanceOfExternal(absl::string_view a_class, Place origin = {});
  static Value Sequence(AtomKind kind, std::vector<Value> elements, Place origin = {});
  // A list, set or iterator of any length.
  static Value Collection(AtomKind kind, Value element, Place origin = {});
  static Value Unbound(Place origin = {});
  static Value OfTensor(Tensor tensor, Place origin = {});
  // Unknown; if it is a number, it is this one.
  static Value UnknownNamed(const Size& size);
  // A whole number; without a formula when the size is unknown.
  static Value OfSize(const Size& size, Place origin = {});

  const std::vector<Atom>& atoms() const;
  bool is_open() const;
  bool is_impossible() const { return data_ == nullptr; }
  // Open without any atom.
  bool is_unknown() const { return is_open() && atoms().empty(); }
  // All atoms are; openness does not count.
  bool is_exact() const;
  // The only alternative; null: there are others.
  const Atom* only() const;
  bool CanBe(AtomKind kind) const;        // An atom says so; openness does not count.
  bool IsCertainly(AtomKind kind) const;  // All of them, and it is not open.

  struct Truth {
    bool may_be_true = false, may_be_false = false;
  };
  Truth truth() const;

  Value JoinedWith(const Value& other) const;
  // With only those atoms that `keep` accepts; what is open stays so.
  template <typename Predicate>
  Value Filtered(Predicate keep) const;
  // What it is where it counts as true, or as false.
  Value WhenTrue(bool truth) const;
  // What it is when `x is None`, or when not: None then is exact.
  Value WhenNone(bool is_none) const;
  // Without openness.
  Value Closed() const;
  Value Opened() const;
  // Lists, sets and dictionaries that somebody else may change: of any length, with any elements.
  Value Shared() const;
  // Objects, of that class or of any, that others have, too.
  Value HandedOver(CodeRef a_class = {}) const;
  // What somebody says that it is: nothing about it is exact, but that a tensor is one.
  Value Promised() const;
  // With names for numbers and sizes that nobody knows, after the parameter of the code; an
  // instance is the object that the question is about.
  Value NamedAs(CodeRef code, uint32_t parameter, absl::string_view name) const;
  // Without numbers that have names, for those who may mean another object by them.
  Value Unnamed() const;
  bool is_named() const;
  // Of what is unknown: the number that it is, if it is one.
  Size name() const;
  bool is_shared() const;  // Shared() is itself.
  // Some tensor in it says where its elements lie (tensor_memory.h).
  bool has_memory() const;
  // Its tensors, but not those in containers, with that knowledge of their gradients.
  Value WithGrad(Grad grad) const;
  Value WithoutGrad() const;  // Those in containers, too.
  // Which storage its tensors have, and whether that was written, is forgotten.
  Value WithoutStorage() const;
  // Nothing is known of where elements lie.
  Value WithoutMemory() const;
  // What is written into one of these storages, sorted, has been written.
  Value WithWritten(const std::vector<uint32_t>& storages) const;
  // The same but for where elements of tensors lie.
  bool IsAlike(const Value& other) const;
  // What it is on other ranks; null: nobody knows. Values that are joined keep what holds of both.
  const Ranks* ranks() const;
  Value WithRanks(Ranks ranks) const;
  Value WithoutRanks() const;
  // This, joined with `next` by one who has done so several times: what is new loses its constants,
  // so that a loop that counts comes to an end.
  Value WidenedWith(const Value& next) const;

  // Levels of containers, 0 for what is none.
  int depth() const;
  // Of equal values the same.
  size_t hash() const;

  // Origins do not count.
  friend bool operator==(const Value& a, const Value& b);

  // "8 | None", "list of text", "pkg.Router instance", "?" for what is open.
  std::string ToText() const;

 private:
  struct Data;
  static Value Make(Data data);
  static size_t HashOf(const Data& data);
  bool Covers(const Value& other) const;
  // With another tensor in each atom of kTensor that says where its elements lie.
  template <typename Change>
  Value WithTensors(const Change& change) const;

  std::shared_ptr<const Data> data_;
};

struct Atom {
  using Kind = AtomKind;
  Kind kind = Kind::kNone;
  // The very value is known: of kBool and kInteger in `integer`, of kReal and of kText.
  bool is_constant = false;
  int64_t integer = 0;
  double real = 0;
  std::string text = {};
  CodeRef code = {};
  // kTuple, kList: the elements, when is_sized; else at most one value, which any element has.
  // kSet, kIterator: at most one, for any element. kDict: see keys.
  bool is_sized = false;
  std::vector<Value> parts = {};
  // kDict: constant texts and what stands under them, in order. The part behind them, if any, is
  // for any other key.
  std::vector<std::string> keys = {};
  // kTensor: what is known of it; null: nothing. kInteger: the number is sizes[0], a formula with
  // names. kTuple that is not sized: the shape of this tensor.
  std::shared_ptr<const Tensor> tensor = {};
  // The very value or type. Not so of what an annotation or `self` only promises: it may be an
  // instance of a subclass, or something else altogether.
  bool is_exact = true;
  Place origin = {};
};

struct Value::Data {
  std::vector<Atom> atoms = {};  // Sorted by SortsBefore.
  bool is_open = false;
  bool may_be_true = true, may_be_false = true;  // Of what is open.
  bool may_be_none = true;                       // Likewise.
  bool is_anything = false;                      // Open for good: atoms are not kept.
  Size name = {};                                // Of what is unknown: see name().
  bool is_shared = true;
  bool is_named = false;
  bool has_memory = false;
  int depth = 0;
  size_t hash = 0;
  SharedRanks ranks = {};  // Null: nothing is known.
};

inline bool Value::is_open() const { return data_ != nullptr && data_->is_open; }
inline bool Value::has_memory() const { return data_ != nullptr && data_->has_memory; }
inline bool Value::is_named() const { return data_ != nullptr && data_->is_named; }
inline Size Value::name() const { return data_ == nullptr ? Size() : data_->name; }
inline bool Value::is_shared() const { return data_ == nullptr || data_->is_shared; }
inline const Ranks* Value::ranks() const { return data_ == nullptr ? nullptr : data_->ranks.get(); }
inline int Value::depth() const { return data_ == nullptr ? 0 : data_->depth; }
inline size_t Value::hash() const { return data_ == nullptr ? 0 : data_->hash; }

// The same alternative, whatever the origin.
bool operator==(const Atom& a, const Atom& b);

template <typename Predicate>
Value Value::Filtered(Predicate keep) const {
  if (data_ == nullptr) return Value();
  Data data = *data_;
  data.atoms.clear();
  for (const Atom& atom : data_->atoms) {
    if (keep(atom)) data.atoms.push_back(atom);
  }
  if (data.atoms.size() == data_->atoms.size()) return *this;
  return Make(std::move(data));
}

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_VALUE_H_
