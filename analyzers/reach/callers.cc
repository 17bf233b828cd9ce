#include "analyzers/reach/callers.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"
#include "analyzers/understanding/foreign_classes.h"
#include "base/work_budget.h"

namespace allreview::reach {
namespace {

using ir::Op;
using python::Definition;
using repository::Found;
using repository::IndexedFile;
using repository::LastPart;
using repository::OwnerOf;
using repository::SimpleName;

bool IsSpecial(absl::string_view name) {
  return absl::StartsWith(name, "__") && absl::EndsWith(name, "__");
}

// The text may name the function: it is its name, or ends in it after a dot, colon or slash.
bool Spells(absl::string_view text, absl::string_view name) {
  if (!absl::EndsWith(text, name)) return false;
  if (text.size() == name.size()) return true;
  const char before = text[text.size() - name.size() - 1];
  return before == '.' || before == ':' || before == '/';
}

// Constructors are called by the name of their class.
absl::string_view NameOfCalls(const Found& function) {
  const absl::string_view name = SimpleName(function.name);
  return name == "__init__" ? SimpleName(OwnerOf(function.name)) : name;
}

struct Uses {
  int reads = 0;  // As a name or attribute.
  bool is_spelled = false, is_handed_on = false;
};

// Reads of a name that the code binds itself: by an import or a definition. Parameters are
// something else.
int ReadsOfLocals(const ir::File& file, const ir::Code& code, absl::string_view name) {
  int reads = 0;
  for (const ir::Operand& operand : code.operands) {
    const bool is_local = operand.value != ir::kNone && operand.value < code.locals.size() &&
                          operand.value >= code.parameters.size();
    reads += is_local && file.names[code.locals[operand.value].name] == name;
  }
  return reads;
}

// What the instructions of a file do with the name.
Uses UsesOf(const ir::File& file, absl::string_view name) {
  Uses uses;
  const auto is_it = [&](ir::NameId id) { return id != ir::kNone && file.names[id] == name; };
  for (const ir::Constant& constant : file.constants) {
    uses.is_spelled |=
        constant.kind == ir::Constant::Kind::kText && Spells(file.names[constant.text], name);
  }
  for (const ir::Code& code : file.codes) {
    uses.reads += ReadsOfLocals(file, code, name);
    for (const ir::Instruction& instruction : code.instructions) {
      switch (instruction.op) {
        case Op::kGlobal:
        case Op::kEnclosing:
        case Op::kBuiltin:
        case Op::kAttribute:
          uses.reads += is_it(instruction.name);
          break;
        case Op::kImportFrom:
          uses.is_handed_on |=
              instruction.name != ir::kNone && LastPart(file.names[instruction.name]) == name;
          break;
        default:
          break;
      }
    }
  }
  return uses;
}

}  // namespace

const std::string& Callers::WhyOpen(const Found& function) {
  const auto known = answers_.find(function.name);
  if (known != answers_.end()) return known->second;
  return answers_.emplace(function.name, Find(function)).first->second;
}

std::string Callers::Find(const Found& function) {
  if (!project_.is_complete()) return "the repository is not completely known";
  const absl::string_view name = NameOfCalls(function);
  if (IsSpecial(name)) return "Python calls special methods by itself";
  if (function.definition->is_conditional) return "defined or assigned more than once";
  for (const std::string& decorator : function.definition->decorators) {
    if (!IsHarmless(decorator)) return absl::StrCat("decorated with `", decorator, "`");
  }
  if (function.definition->kind == Definition::Kind::kMethod && name != SimpleName(function.name)) {
    const Found owner = project_.FindDefinition(OwnerOf(function.name));
    if (!owner || !owner.definition->decorators.empty() || owner.definition->is_conditional) {
      return "its class is decorated, or defined more than once";
    }
  } else if (function.definition->kind == Definition::Kind::kMethod) {
    std::string why = WhyMethodIsOpen(function);
    if (!why.empty()) return why;
  }
  for (const IndexedFile* file : index_.FilesWithWord(name)) {
    Poll();
    std::string why = WhyOpenIn(*file, function);
    if (!why.empty()) return why;
  }
  std::string why = WhyHandedOver(function);
  return why.empty() ? WhyComputed(function) : why;
}

// A name that comes whole from somewhere is a text there. Of one that is put together a beginning
// or an end is, in a file that looks names up.
std::string Callers::WhyComputed(const Found& function) {
  const absl::string_view name = SimpleName(function.name);
  for (const IndexedFile* file : index_.FilesWithIdentifier("getattr")) {
    Poll();
    const absl::string_view words = repository::StringWordsOfFacts(file->encoded_facts());
    for (size_t at = name.find('_', 1); at != absl::string_view::npos;
         at = name.find('_', at + 1)) {
      if (at + 1 == name.size()) break;
      for (absl::string_view part : {name.substr(0, at + 1), name.substr(at)}) {
        if (!repository::HasWord(words, part)) continue;
        return absl::StrCat("getattr in ", file->path(), " may put its name together of `", part,
                            "`");
      }
    }
  }
  return "";
}

// To somebody who may call it anywhere. What tests hand over stays in tests.
std::string Callers::WhyHandedOver(const Found& function) {
  for (const repository::Edge& edge : project_.EdgesTo(function.name)) {
    if (!edge.call.is_reference || paths::IsTestPath(edge.call.path)) continue;
    const Handing handing = takers_.Of(function, edge);
    if (handing.runs_there || handing.role) continue;
    const std::string taker =
        handing.taker.empty() ? "" : absl::StrCat(" to `", handing.taker, "`");
    return absl::StrCat("handed over", taker, " at ", edge.call.path, ":", edge.call.place.line);
  }
  return "";
}

std::string Callers::WhyNamedElsewhere(const Found& function) {
  const std::vector<Recipe>* const all = recipes_.all();
  if (all == nullptr) return "what is no Python is not known";
  for (const Recipe& recipe : *all) {
    Poll();
    if (recipe.text == nullptr) return absl::StrCat(recipe.path, " cannot be read");
    const int line = LineNaming(*recipe.text, NameOfCalls(function));
    if (line > 0) return absl::StrCat("its name stands at ", recipe.path, ":", line);
  }
  return "";
}

std::string Callers::WhyMethodIsOpen(const Found& method) {
  const absl::string_view owner = OwnerOf(method.name), name = SimpleName(method.name);
  for (const std::string& base : project_.BasesOf(owner)) {
    if (base == owner) continue;
    const Found found = project_.FindDefinition(base);
    const bool has_it =
        found ? std::binary_search(found.definition->own_names.begin(),
                                   found.definition->own_names.end(), name)
              : !understanding::IsKnownBase(base) || understanding::BaseHasAttribute(base, name);
    if (has_it && base != "builtins.object") {
      return absl::StrCat("a method of its base `", base, "`, as far as anybody knows");
    }
  }
  const bool is_known = project_.IsSubclass(owner, "no.such.base") == repository::Answer::kNo;
  if (!is_known && project_.BasesOf(owner).empty()) return "a base of its class is not known";
  return "";
}

std::string Callers::WhyOpenIn(const IndexedFile& file, const Found& function) {
  const absl::string_view name = NameOfCalls(function);
  const ir::File* const code = codes_.FileOf(file);
  if (code == nullptr || file.facts().has_errors) {
    return absl::StrCat(file.path(), " has its name and cannot be read");
  }
  const Uses uses = UsesOf(*code, name);
  const bool is_own = &file == function.file;
  if (uses.is_spelled) return absl::StrCat("its name is a text in ", file.path());
  const bool is_exported = uses.is_handed_on && (file.is_package() || is_own);
  if (is_exported) return absl::StrCat("exported by ", file.path());
  int sites = 0;
  for (const repository::Edge& edge : project_.EdgesTo(function.name)) {
    sites += edge.call.path == file.path();
  }
  if (uses.reads > sites) return absl::StrCat("other uses of its name in ", file.path());
  return "";
}

}  // namespace allreview::reach
