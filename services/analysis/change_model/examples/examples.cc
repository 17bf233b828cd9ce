#include "services/analysis/change_model/examples/examples.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/worked_examples/interpreter.h"
#include "services/analysis/change_model/examples/inputs.h"
#include "services/analysis/change_model/examples/sources.h"
#include "services/analysis/change_model/examples/table.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Kind;
using python::Module;
using python::Node;
using worked_examples::Halt;
using worked_examples::Interpreter;
using worked_examples::Run;
using worked_examples::Value;

constexpr int kMaxExamples = 2;
constexpr size_t kMaxFunctions = 30;
constexpr int kMaxRuns = 600;    // Of all functions together.
constexpr int kMaxUnknown = 16;  // Runs of a function that end for what is not computed.
constexpr int kMaxImagined = 3;

// A changed function, on both sides.
struct Subject {
  const AnalysedFile* file = nullptr;
  const Definition* after = nullptr;
  const Definition* before = nullptr;  // Null: it is new.
};

const Definition* DefinitionAt(const Module* module, int first_line) {
  if (module == nullptr) return nullptr;
  for (const Definition& definition : module->definitions()) {
    if (definition.first_line == first_line && definition.kind != Definition::Kind::kClass) {
      return &definition;
    }
  }
  return nullptr;
}

// The function uses it as a list: takes its length, slices it, or adds it to a list.
bool IsUsedAsList(const Definition& function, absl::string_view name) {
  for (Node call : function.body.descendants(Kind::kCall)) {
    const Node callee = call.child(python::Field::kFunction);
    const bool extends = absl::EndsWith(callee.text(), ".extend");
    const Node argument = python::Argument(call, 0, "");
    if (extends && argument.Is(Kind::kIdentifier) && argument.text() == name) return true;
  }
  for (Node subscript : function.body.descendants(Kind::kSubscript)) {
    if (subscript.child(python::Field::kValue).text() != name) continue;
    if (subscript.child(python::Field::kSubscript).Is(Kind::kSlice)) return true;
  }
  return false;
}

bool IsNamedLikeTokens(absl::string_view name) {
  return absl::EndsWith(name, "tokens") || absl::EndsWith(name, "token_ids") ||
         absl::EndsWith(name, "input_ids");
}

class Searcher {
 public:
  Searcher(const change::AnalysedChange& change, const std::function<bool()>& should_stop)
      : should_stop_(should_stop),
        before_(change, change::Side::kLeft),
        after_(change, change::Side::kRight) {
    for (const AnalysedFile& file : change.files()) {
      if (file.after != nullptr) files_[file.after->path()] = &file;
    }
  }

  std::optional<v1::WorkedExample> Find(const v1::ChangedSymbol& symbol) {
    const std::optional<Subject> subject = SubjectOf(symbol);
    if (!subject) return std::nullopt;
    const Module& module = *subject->file->after;
    const Statements statements(module, *subject->after);
    const python::Values values(module);
    const Docstring docstring = DocstringOf(module, *subject->after);
    const Tensors tensors(statements, values, docstring);
    const Inputs inputs(module, *subject->after, tensors, docstring);
    std::optional<v1::WorkedExample> best;
    size_t covered = 0;
    int unknown = 0;
    for (int variant = 0; variant < inputs.variants() && unknown < kMaxUnknown; ++variant) {
      if (runs_ >= kMaxRuns || (should_stop_ && should_stop_())) break;
      const RunPair pair = RunBoth(*subject, inputs, variant);
      unknown += pair.after.halt.kind() == Halt::Kind::kUnknown;
      const size_t weight = WeightOf(pair);
      if (weight <= covered) continue;
      if (std::optional<v1::WorkedExample> table = TableOf(pair)) {
        best = std::move(table);
        covered = weight;
      }
    }
    return best;
  }

 private:
  std::optional<Subject> SubjectOf(const v1::ChangedSymbol& symbol) const {
    const auto file = files_.find(symbol.after().path());
    if (symbol.is_test() || file == files_.end()) return std::nullopt;
    if (file->second->changed->role == change::FileRole::kTest) return std::nullopt;
    Subject subject{.file = file->second};
    subject.after = DefinitionAt(subject.file->after, symbol.after().first_line());
    if (subject.after == nullptr || subject.after->simple_name == "__init__") return std::nullopt;
    if (symbol.status() == v1::ChangedSymbol::STATUS_MODIFIED) {
      subject.before = DefinitionAt(subject.file->before, symbol.before().first_line());
      if (subject.before == nullptr) return std::nullopt;
    } else if (symbol.status() != v1::ChangedSymbol::STATUS_ADDED) {
      return std::nullopt;
    }
    return subject;
  }

  Run RunOne(const Module& module, const Definition& function, Sources& sources,
             const worked_examples::Arguments& arguments, std::map<std::string, Value>& fields) {
    ++runs_;
    std::map<std::string, int> imagined;
    worked_examples::Surroundings surroundings;
    surroundings.find = [&](absl::string_view name) { return sources.Find(name); };
    surroundings.field = [&](const worked_examples::Object& object, absl::string_view name) {
      const Field field = FieldOf(object, name);
      if (field.is_given && field.value.IsNumber()) fields[std::string(name)] = field.value;
      return field.value;
    };
    surroundings.imagine = [&](absl::string_view name, Node) {
      if (!IsNamedLikeTokens(name) || !IsUsedAsList(function, name)) return Value();
      const int number = ++imagined[std::string(name)];
      return number > kMaxImagined ? Value() : IntegersFor(number);
    };
    return Interpreter(surroundings)
        .RunFunction({.module = &module, .function = &function}, arguments);
  }

  // Each run has arguments of its own, as it may change them.
  RunPair RunBoth(const Subject& subject, const Inputs& inputs, int variant) {
    RunPair pair{.after_module = subject.file->after};
    const std::optional<Drawn> for_after = inputs.Draw(variant);
    std::optional<Drawn> for_before = inputs.Draw(variant), shown = inputs.Draw(variant);
    if (!for_after) {
      pair.after.halt.Raise("no arguments");
      return pair;
    }
    pair.drawn = *std::move(shown);
    pair.after =
        RunOne(*pair.after_module, *subject.after, after_, for_after->arguments, pair.drawn.fields);
    if (pair.after.halt.stops() || subject.before == nullptr) return pair;
    pair.before_module = subject.file->before;
    worked_examples::Arguments arguments;
    for (auto& [name, value] : for_before->arguments) {
      for (const python::Parameter& parameter : subject.before->parameters) {
        if (parameter.name == name) arguments.emplace_back(name, InModule(value, subject));
      }
    }
    pair.before =
        RunOne(*pair.before_module, *subject.before, before_, arguments, pair.drawn.fields);
    return pair;
  }

  // Of self, the class as it was before.
  static Value InModule(const Value& value, const Subject& subject) {
    if (!value.Is(worked_examples::Type::kObject)) return value;
    const int parent = subject.before->parent;
    const Module& module = *subject.file->before;
    value.object->module = &module;
    value.object->a_class =
        parent < 0 ? nullptr : &module.definitions()[static_cast<size_t>(parent)];
    return value;
  }

  // How often the loop runs is made up, and no row says so.
  static bool RestsOnUnknownLoop(const Run& run) {
    return run.has_unknown_loop &&
           std::none_of(run.notes.begin(), run.notes.end(),
                        [](const auto& noted) { return noted.is_imagined; });
  }

  // Something that a reader sees goes in.
  static bool HasInput(const RunPair& pair) {
    return !pair.drawn.fields.empty() ||
           std::any_of(pair.after.notes.begin(), pair.after.notes.end(),
                       [](const auto& noted) { return noted.is_imagined; }) ||
           std::any_of(
               pair.drawn.arguments.begin(), pair.drawn.arguments.end(),
               [](const auto& one) { return worked_examples::TextOf(one.second).has_value(); });
  }

  // 0: it shows nothing. More statements that ran weigh more.
  static size_t WeightOf(const RunPair& pair) {
    if (pair.after.halt.stops() || pair.before.halt.stops()) return 0;
    if (RestsOnUnknownLoop(pair.after) || RestsOnUnknownLoop(pair.before)) return 0;
    const std::vector<std::string> results = ResultsOf(pair.after);
    if (results.empty() || !HasInput(pair)) return 0;
    const bool is_changed = pair.before_module != nullptr;
    if (is_changed && ResultsOf(pair.before) == results) return 0;
    const bool has_elements =
        std::any_of(pair.after.notes.begin(), pair.after.notes.end(), [](const auto& noted) {
          return !noted.shape.empty() || absl::StrContains(noted.text, "[");
        });
    return is_changed || has_elements ? pair.after.statements.size() : 0;
  }

  const std::function<bool()>& should_stop_;
  Sources before_, after_;
  std::map<std::string, const AnalysedFile*> files_;
  int runs_ = 0;
};

}  // namespace

void AddExamples(const change::AnalysedChange& change, const std::function<bool()>& should_stop,
                 v1::ChangeModel* model) {
  std::map<std::string, const v1::ChangedSymbol*> symbols;
  for (const v1::ChangedSymbol& symbol : model->symbols()) {
    symbols.emplace(absl::StrCat(symbol.path(), ":", symbol.name()), &symbol);
  }
  Searcher searcher(change, should_stop);
  size_t tried = 0;
  for (const v1::FunctionStory& story : model->functions()) {
    if (model->examples_size() >= kMaxExamples || ++tried > kMaxFunctions) break;
    const auto symbol = symbols.find(story.symbol());
    if (symbol == symbols.end()) continue;
    std::optional<v1::WorkedExample> example = searcher.Find(*symbol->second);
    if (!example) continue;
    example->set_symbol(story.symbol());
    *model->add_examples() = *std::move(example);
  }
}

}  // namespace allreview::analysis
