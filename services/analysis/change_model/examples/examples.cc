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
#include "services/analysis/change_model/examples/suppositions.h"
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

constexpr int kMaxExamples = 3;
constexpr size_t kMaxFunctions = 30;
constexpr int kMaxRuns = 600;      // Of all functions together.
constexpr int kMaxFruitless = 12;  // Runs of a function in a row that show nothing more.
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
        settings_(change.project()),
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
    int covered = 0, fruitless = 0;
    for (int variant = 0; variant < inputs.variants() && fruitless < kMaxFruitless; ++variant) {
      if (runs_ >= kMaxRuns || (should_stop_ && should_stop_())) break;
      if (!inputs.Draw(variant)) continue;
      const RunPair pair = RunBoth(*subject, inputs, variant);
      ++fruitless;
      if (FailsToRun(pair)) continue;
      std::optional<Table> table = TableOf(pair);
      if (!table || table->weight <= covered) continue;
      best = std::move(table->example);
      covered = table->weight;
      fruitless = 0;
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

  struct Version {
    const Module& module;
    const Definition& function;
    Sources& sources;
    const change::ChangedLines* lines;  // Null: the function is new.
  };

  Run RunOne(const Version& version, worked_examples::Arguments arguments,
             Suppositions& suppositions, std::map<std::string, Value>& fields) {
    ++runs_;
    std::map<std::string, int> imagined;
    worked_examples::Surroundings surroundings;
    surroundings.find = [&](absl::string_view name) { return version.sources.Find(name); };
    surroundings.field = [&](const worked_examples::Object& object, absl::string_view name) {
      const Field field = FieldOf(object, name);
      if (field.is_given && field.value.IsNumber()) {
        // Both versions get the same.
        return fields.try_emplace(std::string(name), field.value).first->second;
      }
      return field.value;
    };
    surroundings.imagine = [&](absl::string_view name, Node) {
      if (!IsNamedLikeTokens(name) || !IsUsedAsList(version.function, name)) return Value();
      const int number = ++imagined[std::string(name)];
      return number > kMaxImagined ? Value() : IntegersFor(number);
    };
    surroundings.suppose = [&](absl::string_view name) { return suppositions.ValueOf(name); };
    surroundings.decide = [&](absl::string_view condition, bool likely) {
      return suppositions.Decide(condition, likely);
    };
    surroundings.is_new = version.lines == nullptr;
    surroundings.is_changed = [&](Node node) {
      return version.lines != nullptr &&
             (version.lines->Touches(node) || version.lines->HasRemovedIn(node));
    };
    surroundings.turns_of_unknown_loops = ImaginesTokens(version.function) ? 2 : 1;
    return Interpreter(surroundings)
        .RunFunction({.module = &version.module, .function = &version.function}, arguments);
  }

  static bool ImaginesTokens(const Definition& function) {
    for (Node assignment : function.body.descendants(Kind::kAssignment)) {
      const absl::string_view name = assignment.child(python::Field::kLeft).text();
      if (IsNamedLikeTokens(name) && IsUsedAsList(function, name)) return true;
    }
    return false;
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
    const bool is_changed = subject.before != nullptr;
    Suppositions suppositions(settings_, pair.drawn.sizes, pair.drawn.seed);
    pair.after = RunOne({.module = *pair.after_module,
                         .function = *subject.after,
                         .sources = after_,
                         .lines = is_changed ? &subject.file->lines : nullptr},
                        for_after->arguments, suppositions, pair.drawn.fields);
    if (is_changed && !FailsToRun(pair)) RunBefore(subject, *for_before, suppositions, pair);
    pair.drawn.supposed = suppositions.inputs();
    pair.drawn.assumptions = suppositions.assumptions();
    return pair;
  }

  void RunBefore(const Subject& subject, const Drawn& drawn, Suppositions& suppositions,
                 RunPair& pair) {
    pair.before_module = subject.file->before;
    worked_examples::Arguments arguments;
    for (const auto& [name, value] : drawn.arguments) {
      for (const python::Parameter& parameter : subject.before->parameters) {
        if (parameter.name == name) arguments.emplace_back(name, InModule(value, subject));
      }
    }
    // A parameter that is gone.
    for (const python::Parameter& parameter : subject.before->parameters) {
      const bool is_given = std::any_of(arguments.begin(), arguments.end(), [&](const auto& one) {
        return one.first == parameter.name;
      });
      const bool is_rest = parameter.kind == python::Parameter::Kind::kVarPositional ||
                           parameter.kind == python::Parameter::Kind::kVarKeyword;
      if (is_given || is_rest || parameter.default_value) continue;
      arguments.emplace_back(parameter.name, Value::Input(parameter.name));
    }
    pair.before = RunOne({.module = *pair.before_module,
                          .function = *subject.before,
                          .sources = before_,
                          .lines = &RemovedOf(*subject.file)},
                         arguments, suppositions, pair.drawn.fields);
  }

  // Which lines of the left side are gone.
  const change::ChangedLines& RemovedOf(const AnalysedFile& file) {
    const auto [known, is_new] = removed_.try_emplace(&file);
    if (!is_new) return known->second;
    std::vector<change::ChangedHunk> mirrored;
    for (const change::ChangedHunk& hunk : file.changed->hunks) {
      change::ChangedHunk& other = mirrored.emplace_back();
      other = {.old_start = hunk.new_start,
               .old_lines = hunk.new_lines,
               .new_start = hunk.old_start,
               .new_lines = hunk.old_lines,
               .added = hunk.removed,
               .removed = hunk.added,
               .moved = {}};
      other.removed.insert(other.removed.end(), hunk.moved.begin(), hunk.moved.end());
    }
    return known->second = change::ChangedLines(mirrored);
  }

  static bool FailsToRun(const RunPair& pair) {
    for (const Run* run : {&pair.after, &pair.before}) {
      if (run->halt.kind() == Halt::Kind::kRaises || RestsOnUnknownLoop(*run)) return true;
    }
    return false;
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

  const std::function<bool()>& should_stop_;
  SettingFacts settings_;
  Sources before_, after_;
  std::map<const AnalysedFile*, change::ChangedLines> removed_;
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
