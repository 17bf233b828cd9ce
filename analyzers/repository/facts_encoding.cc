// The bytes of facts:
//   kMagic
//   pool: size, then each distinct name followed by '\n'; names by order of first use
//   the lists of FileFacts in order, each with its length; names as numbers in the pool
// All numbers are base 128, low part first. Places are differences to the place before.

#include <cstring>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/repository/facts.h"

namespace allreview::repository {
namespace {

constexpr absl::string_view kMagic = "ARF1";

class Writer {
 public:
  void Number(uint64_t value) { Append(&body_, value); }
  void Flags(std::initializer_list<bool> flags) {
    uint64_t value = 0;
    int bit = 0;
    for (bool flag : flags) value |= static_cast<uint64_t>(flag) << bit++;
    Number(value);
  }
  void Name(const std::string& name) {
    const auto [it, is_new] = numbers_.emplace(name, numbers_.size());
    if (is_new) {
      pool_ += name;
      pool_ += '\n';
    }
    Number(it->second);
  }
  void Names(const std::vector<std::string>& names) {
    Number(names.size());
    for (const std::string& name : names) Name(name);
  }
  void Where(const Place& place) {
    Signed(place.line - last_.line);
    Number(static_cast<uint64_t>(place.end_line - place.line));
    Number(static_cast<uint64_t>(place.column));
    Number(static_cast<uint64_t>(place.end_column));
    Signed(static_cast<int64_t>(place.first_byte) - last_.first_byte);
    Number(place.end_byte - place.first_byte);
    last_ = place;
  }
  std::string Finish() const {
    std::string bytes(kMagic);
    Append(&bytes, pool_.size());
    bytes += pool_;
    bytes += body_;
    return bytes;
  }

 private:
  static void Append(std::string* to, uint64_t value) {
    for (; value >= 128; value >>= 7) to->push_back(static_cast<char>(value | 128));
    to->push_back(static_cast<char>(value));
  }
  void Signed(int64_t value) {
    Number((static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63));
  }

  std::map<std::string, uint64_t> numbers_;
  std::string pool_, body_;
  Place last_;
};

// After the first impossible value every answer is zero and `ok` false.
class Reader {
 public:
  explicit Reader(absl::string_view bytes) : bytes_(bytes) {
    if (!absl::StartsWith(bytes_, kMagic)) {
      ok_ = false;
      return;
    }
    bytes_.remove_prefix(kMagic.size());
    const uint64_t size = Number();
    if (size > bytes_.size()) ok_ = false;
    if (!ok_) return;
    absl::string_view pool = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    for (size_t end = pool.find('\n'); end != absl::string_view::npos; end = pool.find('\n')) {
      names_.push_back(pool.substr(0, end));
      pool.remove_prefix(end + 1);
    }
    if (!pool.empty()) ok_ = false;
  }

  bool ok() const { return ok_; }
  bool is_at_end() const { return bytes_.empty(); }

  uint64_t Number() {
    uint64_t value = 0;
    for (int shift = 0; ok_ && shift < 64; shift += 7) {
      if (bytes_.empty()) break;
      const unsigned char byte = static_cast<unsigned char>(bytes_[0]);
      bytes_.remove_prefix(1);
      value |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) return value;
    }
    ok_ = false;
    return 0;
  }
  // Length of a list, each element of which takes at least a byte.
  size_t Count() {
    const uint64_t count = Number();
    if (count > bytes_.size()) ok_ = false;
    return ok_ ? count : 0;
  }
  std::string Name() {
    const uint64_t number = Number();
    if (number >= names_.size()) ok_ = false;
    return ok_ ? std::string(names_[number]) : "";
  }
  std::vector<std::string> Names() {
    std::vector<std::string> names(Count());
    for (std::string& name : names) name = Name();
    return names;
  }
  Place Where() {
    Place place;
    place.line = static_cast<int>(last_.line + Signed());
    place.end_line = place.line + static_cast<int>(Number());
    place.column = static_cast<int>(Number());
    place.end_column = static_cast<int>(Number());
    place.first_byte = static_cast<uint32_t>(last_.first_byte + Signed());
    place.end_byte = place.first_byte + static_cast<uint32_t>(Number());
    last_ = place;
    return place;
  }

 private:
  int64_t Signed() {
    const uint64_t value = Number();
    return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
  }

  absl::string_view bytes_;
  std::vector<absl::string_view> names_;
  Place last_;
  bool ok_ = true;
};

void Write(const DefinitionFacts& definition, Writer* writer) {
  writer->Name(definition.name);
  writer->Number(static_cast<uint64_t>(definition.kind));
  writer->Flags({definition.is_conditional, definition.has_keywords});
  writer->Where(definition.place);
  writer->Number(definition.parameters.size());
  for (const ParameterFacts& parameter : definition.parameters) {
    writer->Name(parameter.name);
    writer->Number(2 * static_cast<uint64_t>(parameter.kind) + parameter.has_default);
  }
  writer->Names(definition.decorators);
  writer->Names(definition.bases);
}

DefinitionFacts ReadDefinition(Reader* reader) {
  DefinitionFacts definition;
  definition.name = reader->Name();
  definition.kind = static_cast<python::Definition::Kind>(reader->Number() % 3);
  const uint64_t flags = reader->Number();
  definition.is_conditional = flags & 1;
  definition.has_keywords = flags & 2;
  definition.place = reader->Where();
  definition.parameters.resize(reader->Count());
  for (ParameterFacts& parameter : definition.parameters) {
    parameter.name = reader->Name();
    const uint64_t kind = reader->Number();
    parameter.kind = static_cast<python::Parameter::Kind>((kind / 2) % 5);
    parameter.has_default = kind % 2 == 1;
  }
  definition.decorators = reader->Names();
  definition.bases = reader->Names();
  return definition;
}

void Write(const ImportFacts& import, Writer* writer) {
  writer->Name(import.target);
  writer->Flags({import.is_from, import.is_guarded, import.is_module_level});
  writer->Name(import.symbol);
  writer->Where(import.place);
}

ImportFacts ReadImport(Reader* reader) {
  ImportFacts import;
  import.target = reader->Name();
  const uint64_t flags = reader->Number();
  import.is_from = flags & 1;
  import.is_guarded = flags & 2;
  import.is_module_level = flags & 4;
  import.symbol = reader->Name();
  import.place = reader->Where();
  return import;
}

void Write(const CallFacts& call, Writer* writer) {
  writer->Name(call.callee);
  writer->Number(static_cast<uint64_t>(call.positional));
  writer->Names(call.keywords);
  writer->Flags({call.has_star, call.has_double_star, call.is_guarded});
  writer->Name(call.symbol);
  writer->Where(call.place);
}

CallFacts ReadCall(Reader* reader) {
  CallFacts call;
  call.callee = reader->Name();
  call.positional = static_cast<int>(reader->Number());
  call.keywords = reader->Names();
  const uint64_t flags = reader->Number();
  call.has_star = flags & 1;
  call.has_double_star = flags & 2;
  call.is_guarded = flags & 4;
  call.symbol = reader->Name();
  call.place = reader->Where();
  return call;
}

bool IsPartOfName(char c) { return c != '.' && c != ':' && c != '\n'; }

}  // namespace

std::string EncodeFacts(const FileFacts& facts) {
  Writer writer;
  writer.Flags({facts.has_getattr, facts.has_errors});
  writer.Number(facts.definitions.size());
  for (const DefinitionFacts& definition : facts.definitions) Write(definition, &writer);
  writer.Number(facts.names.size());
  for (const NameFacts& name : facts.names) {
    writer.Name(name.name);
    writer.Name(name.imported);
  }
  writer.Number(facts.imports.size());
  for (const ImportFacts& import : facts.imports) Write(import, &writer);
  writer.Number(facts.calls.size());
  for (const CallFacts& call : facts.calls) Write(call, &writer);
  writer.Names(facts.star_imports);
  return writer.Finish();
}

std::optional<FileFacts> DecodeFacts(absl::string_view bytes) {
  Reader reader(bytes);
  FileFacts facts;
  const uint64_t flags = reader.Number();
  facts.has_getattr = flags & 1;
  facts.has_errors = flags & 2;
  for (size_t n = reader.Count(); n > 0 && reader.ok(); --n) {
    facts.definitions.push_back(ReadDefinition(&reader));
  }
  for (size_t n = reader.Count(); n > 0 && reader.ok(); --n) {
    NameFacts& name = facts.names.emplace_back();
    name.name = reader.Name();
    name.imported = reader.Name();
  }
  for (size_t n = reader.Count(); n > 0 && reader.ok(); --n) {
    facts.imports.push_back(ReadImport(&reader));
  }
  for (size_t n = reader.Count(); n > 0 && reader.ok(); --n) {
    facts.calls.push_back(ReadCall(&reader));
  }
  facts.star_imports = reader.Names();
  if (!reader.ok() || !reader.is_at_end()) return std::nullopt;
  return facts;
}

bool AreFacts(absl::string_view bytes) { return absl::StartsWith(bytes, kMagic); }

bool FactsMention(absl::string_view bytes, absl::string_view part) {
  if (part.empty() || !AreFacts(bytes)) return false;
  const char* const end = bytes.data() + bytes.size();
  const char* from = bytes.data() + kMagic.size();
  while (true) {
    const char* found = static_cast<const char*>(
        memmem(from, static_cast<size_t>(end - from), part.data(), part.size()));
    if (found == nullptr) return false;
    const char* after = found + part.size();
    // The first name of the pool follows the pool's size, whose last byte may look like a letter.
    const bool is_start = !IsPartOfName(found[-1]) || found - bytes.data() < 16;
    if (is_start && after < end && !IsPartOfName(*after)) return true;
    from = found + 1;
  }
}

}  // namespace allreview::repository
