#include "analyzers/understanding/atom.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/understanding/number_bounds.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

auto OrderOf(const Atom& atom) {
  return std::tie(atom.kind, atom.is_constant, atom.integer, atom.real, atom.text, atom.code,
                  atom.is_sized, atom.keys, atom.is_exact);
}

bool HasSameTensor(const Atom& a, const Atom& b) {
  if (a.tensor == b.tensor) return true;
  return a.tensor != nullptr && b.tensor != nullptr && *a.tensor == *b.tensor;
}

// What holds of both; null: nothing.
std::shared_ptr<const Tensor> MergedTensor(const Atom& a, const Atom& b) {
  if (a.kind == Kind::kInteger && (a.is_constant || b.is_constant || !HasSameTensor(a, b))) {
    return BoundsOfBoth(a, b);
  }
  if (HasSameTensor(a, b)) return a.tensor;
  if (a.tensor == nullptr || b.tensor == nullptr || a.kind != Kind::kTensor) return nullptr;
  Tensor merged = a.tensor->JoinedWith(*b.tensor);
  return merged == Tensor() ? nullptr : std::make_shared<const Tensor>(std::move(merged));
}

}  // namespace

bool IsTextList(const Atom& atom) {
  return atom.kind == Kind::kList && atom.is_sized &&
         std::all_of(atom.parts.begin(), atom.parts.end(), [](const Value& part) {
           const Atom* const only = part.only();
           return only != nullptr && only->kind == Kind::kText && only->is_constant;
         });
}

// Constants are told apart, and tuples of different lengths, because that decides whether they can
// be unpacked; and lists of constant texts, which often are names.
bool IsMergeable(const Atom& a, const Atom& b) {
  if (a.kind != b.kind || a.code != b.code || a.keys != b.keys) return false;
  if (a.is_constant != b.is_constant) return true;  // The kind alone remains.
  if (a.kind == Kind::kTensor) return true;
  if (a.is_constant) return a.integer == b.integer && a.real == b.real && a.text == b.text;
  if (a.text != b.text || a.integer != b.integer) return false;
  if (a.kind == Kind::kTuple && a.is_sized && b.is_sized) return a.parts.size() == b.parts.size();
  if (IsTextList(a) && IsTextList(b)) return a.parts == b.parts;
  return a.kind != Kind::kDict || a.parts.size() == b.parts.size();
}

// The first place stays.
Atom Merge(const Atom& a, const Atom& b) {
  Atom merged = b.origin < a.origin ? b : a;
  if (a.origin != b.origin && (IsTrackedContainer(a) || IsTrackedContainer(b))) merged.origin = {};
  merged.is_exact = a.is_exact && b.is_exact;
  if (a.is_constant != b.is_constant) {
    merged.is_constant = false;
    merged.integer = 0, merged.real = 0;
    merged.text.clear();
  }
  if (a.tensor != nullptr || b.tensor != nullptr) merged.tensor = MergedTensor(a, b);
  const bool is_sized = a.is_sized && b.is_sized && a.parts.size() == b.parts.size();
  if (is_sized || a.kind == Kind::kDict || a.kind == Kind::kMethod || a.kind == Kind::kSuper) {
    for (size_t i = 0; i < merged.parts.size(); ++i) {
      merged.parts[i] = a.parts[i].JoinedWith(b.parts[i]);
    }
    return merged;
  }
  merged.is_sized = false;
  merged.parts.clear();
  const Value element = Value::AnyOf(a.parts).JoinedWith(Value::AnyOf(b.parts));
  if (!element.is_impossible()) merged.parts.push_back(element);
  return merged;
}

bool SortsBefore(const Atom& a, const Atom& b) {
  if (OrderOf(a) != OrderOf(b)) return OrderOf(a) < OrderOf(b);
  return a.parts.size() < b.parts.size();
}

bool operator==(const Atom& a, const Atom& b) {
  return OrderOf(a) == OrderOf(b) && HasSameTensor(a, b) && a.parts == b.parts &&
         (a.origin == b.origin || !IsTrackedContainer(a));
}

// Source: the Python Library Reference.
bool IsAlwaysTrue(const Atom& atom) {
  if (atom.kind != Atom::Kind::kInstance || atom.code || !atom.is_exact) return false;
  for (absl::string_view name :
       {"contextlib._GeneratorContextManager", "contextlib.nullcontext", "contextlib.suppress",
        "inspect.Signature", "io.IOBase", "logging.Logger", "pathlib.Path", "re.Match",
        "re.Pattern", "subprocess.CompletedProcess", "subprocess.Popen"}) {
    if (atom.text == name) return true;
  }
  return false;
}

bool MayBeNone(const Atom& atom) {
  if (atom.kind != Kind::kExternal) return false;
  const size_t dot = atom.text.rfind('.');
  return dot != std::string::npos && !absl::StartsWith(atom.text, "builtins.") &&
         !absl::ascii_isupper(static_cast<unsigned char>(atom.text[dot + 1]));
}

bool HasNames(const Atom& atom) {
  return IsOwnSelf(atom) || (atom.tensor != nullptr && atom.tensor->is_named());
}

}  // namespace allreview::understanding
