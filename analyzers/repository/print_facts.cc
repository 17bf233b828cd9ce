#include "analyzers/repository/print_facts.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/repository/significant_lines.h"
#include "base/outline.h"

namespace allreview::repository {
namespace {

std::string At(const Place& place) { return absl::StrCat(" ", place.line, ":", place.column + 1); }

std::string In(absl::string_view symbol) {
  return symbol.empty() ? "" : absl::StrCat(" in ", symbol);
}

absl::string_view If(bool is_true, absl::string_view word) { return is_true ? word : ""; }

std::string Named(absl::string_view name, absl::string_view value) {
  return value.empty() ? "" : absl::StrCat(" ", name, "=", Excerpt(value));
}

absl::string_view NameOf(python::Definition::Kind kind) {
  switch (kind) {
    case python::Definition::Kind::kFunction:
      return "function ";
    case python::Definition::Kind::kMethod:
      return "method ";
    case python::Definition::Kind::kClass:
      return "class ";
  }
  return "? ";
}

absl::string_view NameOf(python::Parameter::Kind kind) {
  switch (kind) {
    case python::Parameter::Kind::kPositionalOnly:
      return "positional only";
    case python::Parameter::Kind::kPositional:
      return "positional";
    case python::Parameter::Kind::kVarPositional:
      return "*";
    case python::Parameter::Kind::kKeywordOnly:
      return "keyword only";
    case python::Parameter::Kind::kVarKeyword:
      return "**";
  }
  return "?";
}

absl::string_view NameOf(MethodCallFacts::Receiver receiver) {
  static constexpr absl::string_view kNames[] = {"self",  "super",   "attribute",
                                                 "class", "unknown", "star import"};
  return kNames[static_cast<int>(receiver)];
}

absl::string_view NameOf(ReferenceFacts::Kind kind) {
  static constexpr absl::string_view kNames[] = {"argument", "hook", "hook maker", "captured"};
  return kNames[static_cast<int>(kind)];
}

// "(2, *, group=, **)": as many positional arguments, and these names.
std::string ArgumentsOf(const ArgumentFacts& call) {
  std::string text = absl::StrCat(" (", call.positional);
  if (call.has_star) absl::StrAppend(&text, ", *");
  for (const std::string& keyword : call.keywords) absl::StrAppend(&text, ", ", keyword, "=");
  if (call.has_double_star) absl::StrAppend(&text, ", **");
  return absl::StrCat(text, ")", If(call.is_guarded, " guarded"));
}

class Printer {
 public:
  explicit Printer(const FileFacts& facts) : facts_(facts) {}

  std::string Print() && {
    AddFile();
    AddNames();
    for (const DefinitionFacts& definition : facts_.definitions) Add(definition);
    AddCalls();
    AddAttributes();
    AddConfiguration();
    return std::move(outline_).Finish();
  }

 private:
  template <typename... Parts>
  void Line(const Parts&... parts) {
    outline_.Add(0, absl::StrCat(parts...));
  }

  void AddFile() {
    const auto words = [](const std::string& packed) {
      return std::count(packed.begin(), packed.end(), '\n');
    };
    Line("file ", words(facts_.identifiers), " identifiers, ", words(facts_.string_words),
         " words of strings, ", UnpackLines(facts_.lines).size(), " significant lines",
         If(facts_.has_getattr, ", makes names itself"), If(facts_.has_errors, ", has errors"));
  }

  void AddNames() {
    for (const ImportFacts& import : facts_.imports) {
      Line("import", At(import.place), " ", import.target, If(import.is_from, " by from"),
           If(import.is_guarded, " guarded"), If(!import.is_module_level, " inside"),
           In(import.symbol));
    }
    for (const std::string& module : facts_.star_imports) Line("star import ", module);
    for (const NameFacts& name : facts_.names) {
      Line("name ", name.name, name.imported.empty() ? "" : " = ", name.imported);
    }
    if (!facts_.stored_names.empty()) {
      Line("stored names ", absl::StrJoin(facts_.stored_names, " "));
    }
  }

  void Add(const DefinitionFacts& definition) {
    Line(NameOf(definition.kind), definition.name, At(definition.place),
         If(definition.is_conditional, " conditional"),
         If(definition.has_keywords, " with keywords"),
         If(definition.sets_any_attribute, " sets any attribute"),
         If(definition.is_dataclass, " dataclass"),
         If(definition.has_generated_init, " generated __init__"),
         If(definition.has_keyword_only_init, " keyword only __init__"));
    for (const std::string& decorator : definition.decorators) {
      outline_.Add(1, absl::StrCat("decorator ", Excerpt(decorator)));
    }
    for (const std::string& base : definition.bases) outline_.Add(1, absl::StrCat("base ", base));
    for (const ParameterFacts& parameter : definition.parameters) {
      outline_.Add(1, absl::StrCat("parameter ", parameter.name, " ", NameOf(parameter.kind),
                                   If(parameter.has_default, " with default"),
                                   Named("default", parameter.default_text),
                                   If(parameter.falls_back, " falls back")));
    }
    if (!definition.own_names.empty()) {
      outline_.Add(1, absl::StrCat("own names ", absl::StrJoin(definition.own_names, " ")));
    }
  }

  void AddCalls() {
    for (const CallFacts& call : facts_.calls) {
      Line("call", At(call.place), " ", call.callee, ArgumentsOf(call),
           If(call.is_self, " of self"), If(call.is_cold, " cold"),
           If(call.is_captured, " captured"), In(call.symbol));
    }
    for (const MethodCallFacts& call : facts_.method_calls) {
      Line("method call", At(call.place), " ", call.method, ArgumentsOf(call), " of ",
           NameOf(call.kind), call.receiver.empty() ? "" : " ", call.receiver,
           If(call.is_cold, " cold"), If(call.is_captured, " captured"), In(call.symbol));
    }
    for (const ReferenceFacts& reference : facts_.references) {
      Line("reference", At(reference.place), " ", reference.target, " as ", NameOf(reference.kind),
           If(reference.is_cold, " cold"), If(reference.is_captured, " captured"),
           In(reference.symbol));
    }
    for (const ForwardFacts& forward : facts_.forwards) {
      Line("forwards ", forward.parameter, " of ", forward.symbol, " to ", forward.callee, " as ",
           forward.keyword);
    }
  }

  void AddAttributes() {
    static constexpr absl::string_view kDevices[] = {"", " on cpu", " on gpu", " on cpu and gpu"};
    for (const AttributeFacts& attribute : facts_.attributes) {
      Line("attribute ", attribute.owner, ".", attribute.name, " line ", attribute.line,
           attribute.types.empty() ? "" : " of ", absl::StrJoin(attribute.types, " "),
           kDevices[attribute.device & 3]);
    }
  }

  void AddConfiguration() {
    for (const FieldFacts& field : facts_.fields) {
      Line("field", At(field.place), " ", field.owner, ".", field.name,
           Named("annotation", field.annotation), Named("default", field.default_text),
           If(!field.is_in_init, " not in __init__"), If(field.has_default, " may be left out"),
           If(field.is_keyword_only, " keyword only"));
    }
    for (const FieldUseFacts& use : facts_.field_uses) {
      Line(use.is_write ? "writes field" : "reads field", At(use.place), " ", use.name,
           In(use.symbol));
    }
    for (const FlagFacts& flag : facts_.flags) {
      Line("flag", At(flag.place), " ", flag.option, Named("destination", flag.destination),
           Named("default", flag.default_text), Named("type", flag.type),
           Named("action", flag.action), In(flag.symbol));
    }
  }

  const FileFacts& facts_;
  Outline outline_;
};

}  // namespace

std::string PrintFacts(const FileFacts& facts) { return Printer(facts).Print(); }

}  // namespace allreview::repository
