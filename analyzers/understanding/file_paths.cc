#include "analyzers/understanding/file_paths.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/understanding/operands.h"

namespace allreview::understanding {
namespace {

using ir::Operator;
using Kind = Atom::Kind;

// What dir() says, without names that begin with an underscore; a space around each.
constexpr absl::string_view kTexts = " anchor drive name root stem suffix ";
constexpr absl::string_view kOthers =
    " absolute as_posix as_uri chmod copy copy_into cwd exists expanduser from_uri full_match glob "
    "group hardlink_to home info is_absolute is_block_device is_char_device is_dir is_fifo is_file "
    "is_junction is_mount is_relative_to is_reserved is_socket is_symlink iterdir joinpath lchmod "
    "link_to lstat match mkdir move move_into open owner parents parser read_bytes read_text "
    "readlink relative_to rename replace resolve rglob rmdir samefile stat suffixes symlink_to "
    "touch unlink walk with_name with_segments with_stem with_suffix write_bytes write_text ";

bool Has(absl::string_view names, absl::string_view name) {
  return absl::StrContains(names, absl::StrCat(" ", name, " "));
}

Value PathAt(Place place) { return Value::InstanceOfExternal(kPathClass, place); }

// What no operator of a path takes: `path + ".json"`, `path / 3`.
bool IsRefused(const Atom& a, const Atom& b) {
  const Atom& other = IsPath(a) ? b : a;
  return a.is_exact && b.is_exact && (IsPlain(other) || IsPath(other));
}

}  // namespace

bool IsPath(const Atom& atom) {
  return atom.kind == Kind::kInstance && !atom.code && atom.text == kPathClass;
}

Value AttributeOfPath(const Atom& path, absl::string_view name, Place place) {
  const auto as_exact = [&](Value value) { return path.is_exact ? value : value.Promised(); };
  if (name == "parent") return as_exact(PathAt(place));
  if (Has(kTexts, name)) return as_exact(Value::Some(Kind::kText, place));
  if (name == "parts") {
    return as_exact(Value::Collection(Kind::kTuple, Value::Some(Kind::kText, place), place));
  }
  if (name == "parents" || name == "info" || name == "parser") return Value::Unknown();
  if (Has(kOthers, name)) {
    return as_exact(Value::External(absl::StrCat(kPathClass, ".", name), place));
  }
  return path.is_exact && !absl::StartsWith(name, "_") ? Value() : Value::Unknown();
}

Value OperatePaths(Operator op, const Atom& a, const Atom& b, Place place) {
  switch (op) {
    case Operator::kDivide: {
      const auto is_part = [](const Atom& x) { return IsPath(x) || x.kind == Kind::kText; };
      if (is_part(a) && is_part(b)) return PathAt(place);
      return IsRefused(a, b) ? Value() : Value::Unknown();
    }
    case Operator::kModulo:
      if (a.kind == Kind::kText) return Value::Some(Kind::kText, place);
      [[fallthrough]];
    case Operator::kAdd:
    case Operator::kSubtract:
    case Operator::kMultiply:
    case Operator::kFloorDivide:
      return IsRefused(a, b) ? Value() : Value::Unknown();
    default:
      return Value::Unknown();
  }
}

}  // namespace allreview::understanding
