#include "services/analysis/change_model/statements/algorithms/algorithms.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/analysed_file.h"
#include "analyzers/idioms/find_idioms.h"
#include "analyzers/moves/moves.h"
#include "analyzers/rules/observation.h"
#include "sentences/messages/text.h"
#include "services/analysis/change_model/statements/algorithms/accounts.h"
#include "services/analysis/change_model/statements/algorithms/test_comments.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Node;
using v1::ChangeStatement;

constexpr size_t kMaxIdioms = 12;     // Of one function.
constexpr size_t kMaxOfOneIdiom = 3;  // In one function.
constexpr int kMaxTestComments = 2;   // Of one function.
constexpr int kAccountWeight = 40, kTestWeight = 25;

int WeightOf(idioms::Weight weight) {
  switch (weight) {
    case idioms::Weight::kHeart:
      return 30;
    case idioms::Weight::kNotable:
      return 20;
    case idioms::Weight::kPlumbing:
      return 10;
  }
  return 10;
}

class Writer {
 public:
  Writer(const change::AnalysedChange& change, v1::ChangeModel* model)
      : change_(change), model_(model) {
    for (int i = 0; i < model->functions_size(); ++i) order_[model->functions(i).symbol()] = i;
  }

  void AddFile(const AnalysedFile& file) {
    if (file.after == nullptr) return;
    if (file.changed->role == change::FileRole::kTest) {
      tests_.push_back(&file);
      return;
    }
    for (const Definition& definition : file.after->definitions()) {
      const std::string id = IdOf(file.after->path(), definition.name);
      if (definition.kind == Definition::Kind::kClass || order_.count(id) == 0) continue;
      AddAccount(file, definition, id);
      functions_.push_back({&file, &definition, id});
    }
    AddIdioms(file);
  }

  // Statements of one kind stand together, the weightiest first.
  void Finish() {
    AddTestComments();
    std::stable_sort(
        statements_.begin(), statements_.end(),
        [&](const ChangeStatement& a, const ChangeStatement& b) {
          return std::make_tuple(-a.weight(), order_[a.subject()], a.places(0).first_line()) <
                 std::make_tuple(-b.weight(), order_[b.subject()], b.places(0).first_line());
        });
    for (ChangeStatement& statement : statements_) *model_->add_statements() = std::move(statement);
  }

 private:
  struct Function {
    const AnalysedFile* file;
    const Definition* definition;
    std::string id;
  };

  ChangeStatement& Add(const std::string& subject, absl::string_view predicate, const Words& words,
                       int weight) {
    ChangeStatement& statement = statements_.emplace_back();
    statement.set_kind(ChangeStatement::KIND_ALGORITHM);
    statement.set_subject(subject);
    statement.set_predicate(std::string(predicate));
    statement.set_weight(weight);
    *statement.mutable_text() = ToText(words);
    return statement;
  }

  void AddAccount(const AnalysedFile& file, const Definition& definition, const std::string& id) {
    const Node docstring = DocstringNode(definition);
    std::string account = docstring ? AccountOf(docstring) : "";
    if (account.empty()) return;
    ChangeStatement& statement = Add(id, "account", Words(std::move(account)), kAccountWeight);
    *statement.add_places() = ToProto(rules::RangeOf(*file.after, docstring));
  }

  // What came from elsewhere, or stayed and has only its layout changed, is no new code.
  bool IsNew(Node node) const { return !change_.moves().WhereFrom(node); }

  // `with f():` around the body of what was decorated with `f()` does what that did.
  static bool WasDecorator(const AnalysedFile& file, Node node) {
    if (file.before == nullptr || !node.Is(python::Kind::kWithStatement)) return false;
    const Definition* function = file.after->EnclosingFunction(node);
    const Definition* old =
        function == nullptr ? nullptr : file.before->FindDefinition(function->name);
    if (old == nullptr) return false;
    return std::any_of(old->decorators.begin(), old->decorators.end(), [&](Node decorator) {
      return absl::StrContains(node.text().substr(0, node.text().find('\n')), decorator.text());
    });
  }

  // Id of the innermost function with a story that holds the node; empty: none.
  std::string StoryAround(const python::Module& module, Node node) const {
    const Definition* definition = module.EnclosingFunction(node);
    while (definition != nullptr) {
      std::string id = IdOf(module.path(), definition->name);
      if (order_.count(id) > 0) return id;
      definition = definition->parent < 0 ? nullptr : &module.definitions()[definition->parent];
    }
    return "";
  }

  void AddIdioms(const AnalysedFile& file) {
    std::map<std::string, size_t> of_function, of_idiom;
    std::map<std::string, size_t> known;  // Index of the statement that says it.
    const auto is_wanted = [&](Node node) {
      return node.Is(python::Kind::kDecorator) || node.Is(python::Kind::kFunctionDefinition)
                 ? file.lines.Starts(node)
                 : file.lines.HasAdded(node.first_line(), python::HeaderLastLine(node));
    };
    for (idioms::Found& found : idioms::FindIdioms(*file.after, is_wanted)) {
      const std::string id = StoryAround(*file.after, found.match.node);
      if (id.empty() || !IsNew(found.match.node) || WasDecorator(file, found.match.node)) continue;
      const absl::string_view predicate = found.match.idiom->sentence.id();
      change::v1::SourceRange place = ToProto(rules::RangeOf(*file.after, found.match.node));
      place.set_end_line(found.last_line + 1);
      const auto [at, is_first] = known.emplace(
          absl::StrCat(id, "\n", predicate, "\n", English(found.sentence)), statements_.size());
      if (!is_first) {
        *statements_[at->second].add_places() = std::move(place);
        continue;
      }
      if (++of_function[id] > kMaxIdioms ||
          ++of_idiom[absl::StrCat(id, "\n", predicate)] > kMaxOfOneIdiom) {
        known.erase(at);
        continue;
      }
      ChangeStatement& statement =
          Add(id, predicate, found.sentence, WeightOf(found.match.idiom->weight));
      statement.set_object(found.object);
      *statement.add_places() = std::move(place);
    }
  }

  // A name of the file before the change is of no new state.
  static bool IsNewName(const AnalysedFile& file, const std::string& name) {
    return file.before == nullptr || file.before->source().find(name) == absl::string_view::npos;
  }

  // By the name of new state: the function that writes it, the most important one first.
  std::map<std::string, const Function*> WritersOfState() {
    std::sort(functions_.begin(), functions_.end(), [&](const Function& a, const Function& b) {
      const bool is_set_up = a.definition->simple_name == "__init__";
      const bool is_other_set_up = b.definition->simple_name == "__init__";
      return std::make_pair(is_set_up, order_[a.id]) <
             std::make_pair(is_other_set_up, order_[b.id]);
    });
    std::map<std::string, const Function*> writers;
    for (const Function& function : functions_) {
      for (const std::string& name : AttributesWritten(*function.file, *function.definition)) {
        if (IsNewName(*function.file, name)) writers.emplace(name, &function);
      }
    }
    return writers;
  }

  void AddTestComments() {
    if (tests_.empty()) return;
    const std::map<std::string, const Function*> writers = WritersOfState();
    std::map<std::string, int> told;
    for (const AnalysedFile* file : tests_) {
      for (const TestComment& comment : CommentsOfTests(*file)) {
        for (const std::string& name : comment.attributes) {
          const auto writer = writers.find(name);
          if (writer == writers.end()) continue;
          const std::string& id = writer->second->id;
          if (++told[id] > kMaxTestComments) break;
          ChangeStatement& statement = Add(id, "test-comment", Words(comment.text), kTestWeight);
          statement.set_object(name);
          change::v1::SourceRange& place = *statement.add_places();
          place.set_path(file->after->path());
          place.set_first_line(comment.first_line);
          place.set_end_line(comment.end_line);
          break;
        }
      }
    }
  }

  const change::AnalysedChange& change_;
  v1::ChangeModel* const model_;
  std::map<std::string, int> order_;  // Of functions with a story.
  std::vector<Function> functions_;
  std::vector<const AnalysedFile*> tests_;
  std::vector<ChangeStatement> statements_;
};

}  // namespace

void AddAlgorithms(const change::AnalysedChange& change, const std::function<bool()>& should_stop,
                   v1::ChangeModel* model) {
  Writer writer(change, model);
  for (const AnalysedFile& file : change.files()) {
    if (should_stop && should_stop()) break;
    writer.AddFile(file);
  }
  writer.Finish();
}

}  // namespace allreview::analysis
