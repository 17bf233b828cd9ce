// What functions of the standard library return, whatever they are given.

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_split.h"
#include "analyzers/understanding/library.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

// What a call of that name returns, whatever its arguments: alternatives between bars, elements in
// brackets, classes of the library by their dotted names.
struct Result {
  absl::string_view name, spec;
};
constexpr Result kResults[] = {
    {"builtins.all", "bool"},
    {"builtins.any", "bool"},
    {"builtins.bin", "str"},
    {"builtins.bytes", "bytes"},
    {"builtins.bytes.decode", "str"},
    {"builtins.callable", "bool"},
    {"builtins.chr", "str"},
    {"builtins.dict.clear", "None"},
    {"builtins.dict.update", "None"},
    {"builtins.dir", "list[str]"},
    {"builtins.filter", "iterator"},
    {"builtins.float", "float"},
    {"builtins.float.is_integer", "bool"},
    {"builtins.format", "str"},
    {"builtins.hasattr", "bool"},
    {"builtins.hash", "int"},
    {"builtins.hex", "str"},
    {"builtins.id", "int"},
    {"builtins.input", "str"},
    {"builtins.int.bit_length", "int"},
    {"builtins.int.to_bytes", "bytes"},
    {"builtins.issubclass", "bool"},
    {"builtins.list.append", "None"},
    {"builtins.list.clear", "None"},
    {"builtins.list.count", "int"},
    {"builtins.list.extend", "None"},
    {"builtins.list.index", "int"},
    {"builtins.list.insert", "None"},
    {"builtins.list.remove", "None"},
    {"builtins.list.reverse", "None"},
    {"builtins.list.sort", "None"},
    {"builtins.map", "iterator"},
    {"builtins.oct", "str"},
    {"builtins.open", "io.IOBase"},
    {"builtins.ord", "int"},
    {"builtins.print", "None"},
    {"builtins.repr", "str"},
    {"builtins.set.add", "None"},
    {"builtins.set.clear", "None"},
    {"builtins.set.difference_update", "None"},
    {"builtins.set.discard", "None"},
    {"builtins.set.remove", "None"},
    {"builtins.set.update", "None"},
    {"builtins.setattr", "None"},
    {"builtins.str", "str"},
    {"builtins.str.capitalize", "str"},
    {"builtins.str.center", "str"},
    {"builtins.str.count", "int"},
    {"builtins.str.encode", "bytes"},
    {"builtins.str.endswith", "bool"},
    {"builtins.str.find", "int"},
    {"builtins.str.format", "str"},
    {"builtins.str.index", "int"},
    {"builtins.str.isalnum", "bool"},
    {"builtins.str.isalpha", "bool"},
    {"builtins.str.isdecimal", "bool"},
    {"builtins.str.isdigit", "bool"},
    {"builtins.str.isidentifier", "bool"},
    {"builtins.str.islower", "bool"},
    {"builtins.str.isnumeric", "bool"},
    {"builtins.str.isspace", "bool"},
    {"builtins.str.isupper", "bool"},
    {"builtins.str.join", "str"},
    {"builtins.str.ljust", "str"},
    {"builtins.str.lower", "str"},
    {"builtins.str.lstrip", "str"},
    {"builtins.str.partition", "tuple[str,str,str]"},
    {"builtins.str.removeprefix", "str"},
    {"builtins.str.removesuffix", "str"},
    {"builtins.str.replace", "str"},
    {"builtins.str.rfind", "int"},
    {"builtins.str.rindex", "int"},
    {"builtins.str.rjust", "str"},
    {"builtins.str.rpartition", "tuple[str,str,str]"},
    {"builtins.str.rsplit", "list[str]"},
    {"builtins.str.rstrip", "str"},
    {"builtins.str.split", "list[str]"},
    {"builtins.str.splitlines", "list[str]"},
    {"builtins.str.startswith", "bool"},
    {"builtins.str.strip", "str"},
    {"builtins.str.swapcase", "str"},
    {"builtins.str.title", "str"},
    {"builtins.str.translate", "str"},
    {"builtins.str.upper", "str"},
    {"builtins.str.zfill", "str"},
    {"builtins.tuple.count", "int"},
    {"builtins.tuple.index", "int"},
    {"contextlib.nullcontext", "contextlib.nullcontext"},
    {"contextlib.suppress", "contextlib.suppress"},
    {"glob.glob", "list[str]"},
    {"glob.iglob", "iterator[str]"},
    {"inspect.signature", "inspect.Signature"},
    {"json.dump", "None"},
    {"json.dumps", "str"},
    {"logging.getLogger", "logging.Logger"},
    {"math.ceil", "int"},
    {"math.exp", "float"},
    {"math.floor", "int"},
    {"math.gcd", "int"},
    {"math.isinf", "bool"},
    {"math.isnan", "bool"},
    {"math.log", "float"},
    {"math.log10", "float"},
    {"math.log2", "float"},
    {"math.sqrt", "float"},
    {"os.cpu_count", "int|None"},
    {"os.getcwd", "str"},
    {"os.getpid", "int"},
    {"os.listdir", "list[str]"},
    {"os.makedirs", "None"},
    {"os.mkdir", "None"},
    {"os.path.abspath", "str"},
    {"os.path.basename", "str"},
    {"os.path.dirname", "str"},
    {"os.path.exists", "bool"},
    {"os.path.expanduser", "str"},
    {"os.path.getsize", "int"},
    {"os.path.isabs", "bool"},
    {"os.path.isdir", "bool"},
    {"os.path.isfile", "bool"},
    {"os.path.islink", "bool"},
    {"os.path.join", "str"},
    {"os.path.realpath", "str"},
    {"os.path.relpath", "str"},
    {"os.path.split", "tuple[str,str]"},
    {"os.path.splitext", "tuple[str,str]"},
    {"os.remove", "None"},
    {"os.rename", "None"},
    {"os.unlink", "None"},
    {"pathlib.Path", "pathlib.Path"},
    {"pathlib.Path.absolute", "pathlib.Path"},
    {"pathlib.Path.as_posix", "str"},
    {"pathlib.Path.as_uri", "str"},
    {"pathlib.Path.chmod", "None"},
    {"pathlib.Path.cwd", "pathlib.Path"},
    {"pathlib.Path.exists", "bool"},
    {"pathlib.Path.expanduser", "pathlib.Path"},
    {"pathlib.Path.glob", "iterator[pathlib.Path]"},
    {"pathlib.Path.group", "str"},
    {"pathlib.Path.hardlink_to", "None"},
    {"pathlib.Path.home", "pathlib.Path"},
    {"pathlib.Path.is_absolute", "bool"},
    {"pathlib.Path.is_dir", "bool"},
    {"pathlib.Path.is_file", "bool"},
    {"pathlib.Path.is_mount", "bool"},
    {"pathlib.Path.is_relative_to", "bool"},
    {"pathlib.Path.is_symlink", "bool"},
    {"pathlib.Path.iterdir", "iterator[pathlib.Path]"},
    {"pathlib.Path.joinpath", "pathlib.Path"},
    {"pathlib.Path.match", "bool"},
    {"pathlib.Path.mkdir", "None"},
    {"pathlib.Path.open", "io.IOBase"},
    {"pathlib.Path.owner", "str"},
    {"pathlib.Path.read_bytes", "bytes"},
    {"pathlib.Path.read_text", "str"},
    {"pathlib.Path.readlink", "pathlib.Path"},
    {"pathlib.Path.relative_to", "pathlib.Path"},
    {"pathlib.Path.rename", "pathlib.Path"},
    {"pathlib.Path.replace", "pathlib.Path"},
    {"pathlib.Path.resolve", "pathlib.Path"},
    {"pathlib.Path.rglob", "iterator[pathlib.Path]"},
    {"pathlib.Path.rmdir", "None"},
    {"pathlib.Path.samefile", "bool"},
    {"pathlib.Path.symlink_to", "None"},
    {"pathlib.Path.touch", "None"},
    {"pathlib.Path.unlink", "None"},
    {"pathlib.Path.with_name", "pathlib.Path"},
    {"pathlib.Path.with_stem", "pathlib.Path"},
    {"pathlib.Path.with_suffix", "pathlib.Path"},
    {"pathlib.Path.write_bytes", "int"},
    {"pathlib.Path.write_text", "int"},
    {"random.randint", "int"},
    {"random.random", "float"},
    {"random.shuffle", "None"},
    {"re.compile", "re.Pattern"},
    {"re.escape", "str"},
    {"re.finditer", "iterator[re.Match]"},
    {"re.fullmatch", "re.Match|None"},
    {"re.match", "re.Match|None"},
    {"re.search", "re.Match|None"},
    {"re.sub", "str"},
    {"shutil.rmtree", "None"},
    {"shutil.which", "str|None"},
    {"socket.gethostname", "str"},
    {"subprocess.Popen", "subprocess.Popen"},
    {"subprocess.check_call", "int"},
    {"subprocess.getoutput", "str"},
    {"subprocess.run", "subprocess.CompletedProcess"},
    {"time.monotonic", "float"},
    {"time.perf_counter", "float"},
    {"time.sleep", "None"},
    {"time.strftime", "str"},
    {"time.time", "float"},
    {"time.time_ns", "int"},
};

Value OfSpec(absl::string_view spec, Place place);

Value OfAlternative(absl::string_view spec, Place place) {
  constexpr std::pair<absl::string_view, Kind> kKinds[] = {
      {"None", Kind::kNone}, {"int", Kind::kInteger},       {"float", Kind::kReal},
      {"str", Kind::kText},  {"bytes", Kind::kBytes},       {"list", Kind::kList},
      {"set", Kind::kSet},   {"iterator", Kind::kIterator}, {"tuple", Kind::kTuple}};
  if (spec == "bool") return Value::SomeBool(place);
  const absl::string_view name = spec.substr(0, spec.find('['));
  const auto* const row = std::find_if(std::begin(kKinds), std::end(kKinds),
                                       [&](const auto& one) { return one.first == name; });
  if (row == std::end(kKinds)) return Value::InstanceOfExternal(spec, place);
  const bool is_container = row->second == Kind::kList || row->second == Kind::kSet ||
                            row->second == Kind::kIterator || row->second == Kind::kTuple;
  if (!is_container) return Value::Some(row->second, place);
  if (name.size() == spec.size()) {
    return Value::Collection(row->second, Value::Unknown(), place);
  }
  const absl::string_view inner = spec.substr(name.size() + 1, spec.size() - name.size() - 2);
  if (row->second != Kind::kTuple)
    return Value::Collection(row->second, OfSpec(inner, place), place);
  std::vector<Value> parts;
  for (absl::string_view part : absl::StrSplit(inner, ',')) parts.push_back(OfSpec(part, place));
  return Value::Sequence(Kind::kTuple, std::move(parts), place);
}

// Bars do not stand in brackets.
Value OfSpec(absl::string_view spec, Place place) {
  Value value;
  for (absl::string_view one : absl::StrSplit(spec, '|')) {
    value = value.JoinedWith(OfAlternative(one, place));
  }
  return value;
}

}  // namespace

std::optional<Value> ReturnOfAnyCall(absl::string_view name, Place place) {
  static const auto& results = *new absl::flat_hash_map<absl::string_view, absl::string_view>([] {
    absl::flat_hash_map<absl::string_view, absl::string_view> map;
    for (const Result& row : kResults) map.emplace(row.name, row.spec);
    return map;
  }());
  const auto row = results.find(name);
  return row == results.end() ? std::nullopt : std::optional(OfSpec(row->second, place));
}

}  // namespace allreview::understanding
