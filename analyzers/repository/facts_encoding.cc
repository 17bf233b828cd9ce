#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/facts.h"
#include "analyzers/repository/facts_bytes.h"

namespace allreview::repository {
namespace {

constexpr size_t kMaxReserved = 4096;  // What is corrupt must not cost much memory.

void Write(const DefinitionFacts& definition, FactsWriter* writer) {
  writer->Name(definition.name);
  writer->Number(static_cast<uint64_t>(definition.kind));
  writer->Flags({definition.is_conditional, definition.has_keywords, definition.sets_any_attribute,
                 definition.is_dataclass, definition.has_generated_init,
                 definition.has_keyword_only_init});
  writer->Where(definition.place);
  writer->Number(definition.parameters.size());
  for (const ParameterFacts& parameter : definition.parameters) {
    writer->Name(parameter.name);
    const bool is_optional_group = !parameter.default_text.empty();
    writer->Number(8 * static_cast<uint64_t>(parameter.kind) + 4 * parameter.falls_back +
                   2 * is_optional_group + parameter.has_default);
    if (is_optional_group) writer->Name(parameter.default_text);
  }
  writer->Names(definition.decorators);
  writer->Names(definition.bases);
  writer->Names(definition.own_names);
}

DefinitionFacts ReadDefinition(FactsReader* reader) {
  DefinitionFacts definition;
  definition.name = reader->Name();
  definition.kind = static_cast<python::Definition::Kind>(reader->Number() % 3);
  const uint64_t flags = reader->Number();
  definition.is_conditional = flags & 1;
  definition.has_keywords = flags & 2;
  definition.sets_any_attribute = flags & 4;
  definition.is_dataclass = flags & 8;
  definition.has_generated_init = flags & 16;
  definition.has_keyword_only_init = flags & 32;
  definition.place = reader->Where();
  definition.parameters.resize(reader->Count());
  for (ParameterFacts& parameter : definition.parameters) {
    parameter.name = reader->Name();
    const uint64_t kind = reader->Number();
    parameter.kind = static_cast<python::Parameter::Kind>((kind / 8) % 5);
    parameter.falls_back = kind & 4;
    parameter.has_default = kind & 1;
    if (kind & 2) parameter.default_text = reader->Name();
  }
  definition.decorators = reader->Names();
  definition.bases = reader->Names();
  definition.own_names = reader->Names();
  return definition;
}

void Write(const ImportFacts& import, FactsWriter* writer) {
  writer->Name(import.target);
  writer->Flags({import.is_from, import.is_guarded, import.is_module_level});
  writer->Symbol(import.symbol);
  writer->Where(import.place);
}

ImportFacts ReadImport(FactsReader* reader) {
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

void WriteArguments(const ArgumentFacts& arguments, FactsWriter* writer) {
  writer->Number(8 * static_cast<uint64_t>(arguments.positional) + 4 * arguments.is_guarded +
                 2 * arguments.has_double_star + arguments.has_star);
  writer->Names(arguments.keywords);
}

void ReadArguments(FactsReader* reader, ArgumentFacts* arguments) {
  const uint64_t number = reader->Number();
  arguments->positional = static_cast<int>(number / 8);
  arguments->is_guarded = number & 4;
  arguments->has_double_star = number & 2;
  arguments->has_star = number & 1;
  arguments->keywords = reader->Names();
}

void Write(const CallFacts& call, FactsWriter* writer) {
  writer->Name(call.callee);
  WriteArguments(call, writer);
  writer->Flags({call.is_cold, call.is_captured, call.is_self});
  writer->Symbol(call.symbol);
  writer->Where(call.place);
}

CallFacts ReadCall(FactsReader* reader) {
  CallFacts call;
  call.callee = reader->Name();
  ReadArguments(reader, &call);
  const uint64_t flags = reader->Number();
  call.is_cold = flags & 1;
  call.is_captured = flags & 2;
  call.is_self = flags & 4;
  call.symbol = reader->Name();
  call.place = reader->Where();
  return call;
}

void Write(const MethodCallFacts& call, FactsWriter* writer) {
  writer->Name(call.method);
  WriteArguments(call, writer);
  writer->Number(4 * static_cast<uint64_t>(call.kind) + 2 * call.is_captured + call.is_cold);
  writer->Name(call.receiver);
  writer->Symbol(call.symbol);
  writer->Where(call.place);
}

MethodCallFacts ReadMethodCall(FactsReader* reader) {
  MethodCallFacts call;
  call.method = reader->Name();
  ReadArguments(reader, &call);
  const uint64_t kind = reader->Number();
  call.kind = static_cast<MethodCallFacts::Receiver>((kind / 4) % 6);
  call.is_captured = kind & 2;
  call.is_cold = kind & 1;
  call.receiver = reader->Name();
  call.symbol = reader->Name();
  call.place = reader->Where();
  return call;
}

void Write(const ReferenceFacts& reference, FactsWriter* writer) {
  writer->Number(4 * static_cast<uint64_t>(reference.kind) + 2 * reference.is_captured +
                 reference.is_cold);
  writer->Name(reference.target);
  writer->Symbol(reference.symbol);
  writer->Where(reference.place);
}

ReferenceFacts ReadReference(FactsReader* reader) {
  ReferenceFacts reference;
  const uint64_t kind = reader->Number();
  reference.kind = static_cast<ReferenceFacts::Kind>((kind / 4) % 4);
  reference.is_captured = kind & 2;
  reference.is_cold = kind & 1;
  reference.target = reader->Name();
  reference.symbol = reader->Name();
  reference.place = reader->Where();
  return reference;
}

void Write(const ForwardFacts& forward, FactsWriter* writer) {
  for (const std::string* name :
       {&forward.symbol, &forward.parameter, &forward.callee, &forward.keyword}) {
    writer->Name(*name);
  }
}

ForwardFacts ReadForward(FactsReader* reader) {
  ForwardFacts forward;
  forward.symbol = reader->Name();
  forward.parameter = reader->Name();
  forward.callee = reader->Name();
  forward.keyword = reader->Name();
  return forward;
}

void Write(const AttributeFacts& attribute, FactsWriter* writer) {
  writer->Name(attribute.owner);
  writer->Name(attribute.name);
  writer->Names(attribute.types);
  writer->Number(static_cast<uint64_t>(attribute.device));
  writer->Number(static_cast<uint64_t>(attribute.line));
}

AttributeFacts ReadAttribute(FactsReader* reader) {
  AttributeFacts attribute;
  attribute.owner = reader->Name();
  attribute.name = reader->Name();
  attribute.types = reader->Names();
  attribute.device = static_cast<int>(reader->Number() % 4);
  attribute.line = static_cast<int>(reader->Number());
  return attribute;
}

void Write(const FieldFacts& field, FactsWriter* writer) {
  writer->Name(field.owner);
  writer->Name(field.name);
  writer->Name(field.annotation);
  writer->Name(field.default_text);
  writer->Where(field.place);
  writer->Flags({field.is_in_init, field.has_default, field.is_keyword_only});
}

FieldFacts ReadField(FactsReader* reader) {
  FieldFacts field;
  field.owner = reader->Name();
  field.name = reader->Name();
  field.annotation = reader->Name();
  field.default_text = reader->Name();
  field.place = reader->Where();
  const uint64_t flags = reader->Number();
  field.is_in_init = flags & 1;
  field.has_default = flags & 2;
  field.is_keyword_only = flags & 4;
  return field;
}

void Write(const FieldUseFacts& use, FactsWriter* writer) {
  writer->Name(use.name);
  writer->Number(use.is_write);
  writer->Symbol(use.symbol);
  writer->Where(use.place);
}

FieldUseFacts ReadFieldUse(FactsReader* reader) {
  FieldUseFacts use;
  use.name = reader->Name();
  use.is_write = reader->Number() & 1;
  use.symbol = reader->Name();
  use.place = reader->Where();
  return use;
}

void Write(const FlagFacts& flag, FactsWriter* writer) {
  for (const std::string* name : {&flag.option, &flag.destination, &flag.default_text, &flag.type,
                                  &flag.action, &flag.symbol}) {
    writer->Name(*name);
  }
  writer->Where(flag.place);
}

FlagFacts ReadFlag(FactsReader* reader) {
  FlagFacts flag;
  flag.option = reader->Name();
  flag.destination = reader->Name();
  flag.default_text = reader->Name();
  flag.type = reader->Name();
  flag.action = reader->Name();
  flag.symbol = reader->Name();
  flag.place = reader->Where();
  return flag;
}

void Write(const NameFacts& name, FactsWriter* writer) {
  writer->Name(name.name);
  writer->Name(name.imported);
}

NameFacts ReadName(FactsReader* reader) {
  NameFacts name;
  name.name = reader->Name();
  name.imported = reader->Name();
  return name;
}

template <typename Facts>
void WriteAll(const std::vector<Facts>& all, FactsWriter* writer) {
  writer->Number(all.size());
  for (const Facts& facts : all) Write(facts, writer);
}

template <typename Facts>
void ReadAll(FactsReader* reader, Facts (*read)(FactsReader*), std::vector<Facts>* all) {
  const size_t count = reader->Count();
  all->reserve(std::min(count, kMaxReserved));
  for (size_t i = 0; i < count && reader->ok(); ++i) all->push_back(read(reader));
}

bool IsPartOfName(char c) { return c != '.' && c != ':' && c != '\n'; }

}  // namespace

std::string EncodeFacts(const FileFacts& facts) {
  FactsWriter writer;
  writer.Flags({facts.has_getattr, facts.has_errors});
  WriteAll(facts.definitions, &writer);
  WriteAll(facts.names, &writer);
  WriteAll(facts.imports, &writer);
  WriteAll(facts.calls, &writer);
  writer.Names(facts.star_imports);
  WriteAll(facts.method_calls, &writer);
  WriteAll(facts.references, &writer);
  WriteAll(facts.forwards, &writer);
  WriteAll(facts.attributes, &writer);
  WriteAll(facts.fields, &writer);
  WriteAll(facts.field_uses, &writer);
  WriteAll(facts.flags, &writer);
  writer.Names(facts.stored_names);
  return writer.Finish(
      {facts.identifiers, facts.string_words, facts.lines, facts.style, facts.code});
}

std::optional<FileFacts> DecodeFacts(absl::string_view bytes) {
  FactsReader reader(bytes);
  FileFacts facts;
  facts.identifiers = std::string(FactsReader::BlockOf(bytes, FactsReader::kIdentifiers));
  facts.string_words = std::string(FactsReader::BlockOf(bytes, FactsReader::kStringWords));
  facts.lines = std::string(FactsReader::BlockOf(bytes, FactsReader::kLines));
  facts.style = std::string(FactsReader::BlockOf(bytes, FactsReader::kStyle));
  facts.code = std::string(FactsReader::BlockOf(bytes, FactsReader::kCode));
  const uint64_t flags = reader.Number();
  facts.has_getattr = flags & 1;
  facts.has_errors = flags & 2;
  ReadAll(&reader, ReadDefinition, &facts.definitions);
  ReadAll(&reader, ReadName, &facts.names);
  ReadAll(&reader, ReadImport, &facts.imports);
  ReadAll(&reader, ReadCall, &facts.calls);
  facts.star_imports = reader.Names();
  ReadAll(&reader, ReadMethodCall, &facts.method_calls);
  ReadAll(&reader, ReadReference, &facts.references);
  ReadAll(&reader, ReadForward, &facts.forwards);
  ReadAll(&reader, ReadAttribute, &facts.attributes);
  ReadAll(&reader, ReadField, &facts.fields);
  ReadAll(&reader, ReadFieldUse, &facts.field_uses);
  ReadAll(&reader, ReadFlag, &facts.flags);
  facts.stored_names = reader.Names();
  if (!reader.ok() || !reader.is_at_end()) return std::nullopt;
  return facts;
}

bool AreFacts(absl::string_view bytes) { return FactsReader::AreWhole(bytes); }

absl::string_view PackedLinesOfFacts(absl::string_view bytes) {
  return FactsReader::BlockOf(bytes, FactsReader::kLines);
}

absl::string_view PackedStyleOfFacts(absl::string_view bytes) {
  return FactsReader::BlockOf(bytes, FactsReader::kStyle);
}

absl::string_view EncodedCodeOfFacts(absl::string_view bytes) {
  return FactsReader::BlockOf(bytes, FactsReader::kCode);
}

bool FactsMention(absl::string_view bytes, absl::string_view part) {
  if (part.empty() || !AreFacts(bytes)) return false;
  const absl::string_view pool = FactsReader::BlockOf(bytes, FactsReader::kPool);
  const char* const end = pool.data() + pool.size();
  const char* from = pool.data();
  while (from < end) {
    const char* found = static_cast<const char*>(
        memmem(from, static_cast<size_t>(end - from), part.data(), part.size()));
    if (found == nullptr) return false;
    const char* after = found + part.size();
    const bool is_start = found == pool.data() || !IsPartOfName(found[-1]);
    if (is_start && after < end && !IsPartOfName(*after)) return true;
    from = found + 1;
  }
  return false;
}

std::vector<absl::string_view> PartsOfFacts(absl::string_view bytes) {
  std::vector<absl::string_view> parts;
  if (!AreFacts(bytes)) return parts;
  const absl::string_view pool = FactsReader::BlockOf(bytes, FactsReader::kPool);
  size_t first = 0;
  for (size_t i = 0; i < pool.size(); ++i) {
    if (IsPartOfName(pool[i])) continue;
    if (i > first) parts.push_back(pool.substr(first, i - first));
    first = i + 1;
  }
  return parts;
}

absl::string_view IdentifiersOfFacts(absl::string_view bytes) {
  return FactsReader::BlockOf(bytes, FactsReader::kIdentifiers);
}

absl::string_view StringWordsOfFacts(absl::string_view bytes) {
  return FactsReader::BlockOf(bytes, FactsReader::kStringWords);
}

bool HasWord(absl::string_view words, absl::string_view word) {
  if (word.empty()) return false;
  // The words are sorted: half of what is left goes with each look.
  size_t first = 0, end = words.size();
  while (first < end) {
    const size_t middle = first + (end - first) / 2;
    const void* const before = memrchr(words.data(), '\n', middle);
    const size_t start =
        before == nullptr ? 0 : static_cast<const char*>(before) + 1 - words.data();
    const size_t stop = std::min(words.find('\n', start), words.size());
    const int order = words.substr(start, stop - start).compare(word);
    if (order == 0) return true;
    if (order < 0) {
      first = stop + 1;
    } else {
      end = start;
    }
  }
  return false;
}

}  // namespace allreview::repository
