#include "analyzers/test_plan/test_ranking.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/imports.h"
#include "analyzers/repository/facts.h"
#include "analyzers/test_plan/mirrors.h"

namespace allreview::test_plan {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Field;
using python::Kind;
using python::Node;
using repository::IndexedFile;

// Points; fitted on commits of Megatron-LM, see docs/measurements.md.
constexpr double kMirror = 8;
constexpr double kSameFolder = 0.4;
constexpr double kImport = 0.3;
constexpr double kRareImport = 0.9;  // For each e-fold that fewer tests import it.
constexpr double kIdentifier = 0.25;
constexpr double kListsFields = 6;       // Names the fields of a class of which one changed.
constexpr size_t kMinFields = 8;         // Of such a class.
constexpr double kMinListedShare = 0.5;  // Of its fields.
constexpr double kWordOfPath = 0.2;
constexpr double kWordOfName = 0.05;
constexpr int kMaxFrequency = 60;     // Of identifiers that count.
constexpr size_t kMinIdentifier = 8;  // Characters.
constexpr double kLinesForFullWeight = 20;
constexpr double kLeastWeight = 0.3;

// What a changed source file asks of tests.
struct Source {
  const AnalysedFile* file = nullptr;
  double weight = 0;
  std::set<std::string> names;              // Of definitions.
  std::set<absl::string_view> identifiers;  // Long ones of new lines.
  // All fields of each class of which one is new or changed: a test that lists them may break.
  std::vector<std::vector<absl::string_view>> fields = {};
  std::set<std::string> name_words = {};  // Of the names above.
};

// The target of `name = …` or `name: type = …` in a class body; else null.
Node FieldOf(Node statement) {
  if (!statement.Is(Kind::kExpressionStatement)) return Node();
  const Node target = statement.named_child(0).child(Field::kLeft);
  return target.Is(Kind::kIdentifier) ? target : Node();
}

std::vector<std::vector<absl::string_view>> FieldsOfChangedClasses(
    const AnalysedFile& file, const std::vector<ChangedDefinition>& definitions) {
  std::vector<std::vector<absl::string_view>> classes;
  for (const ChangedDefinition& changed : definitions) {
    const Definition& definition = *changed.definition;
    if (changed.file != &file || definition.kind != Definition::Kind::kClass) continue;
    std::vector<absl::string_view> fields;
    bool is_changed = false;
    for (const Node statement : definition.body.children()) {
      const Node field = FieldOf(statement);
      if (!field) continue;
      fields.push_back(field.text());
      is_changed |= file.lines.Touches(field);
    }
    if (is_changed && fields.size() >= kMinFields) classes.push_back(std::move(fields));
  }
  return classes;
}

std::set<absl::string_view> LongIdentifiers(const AnalysedFile& file) {
  std::set<absl::string_view> identifiers;
  const std::vector<int>& added = file.lines.added();
  const python::SyntaxTree& tree = file.after->tree();
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.node(i);
    if (!node.Is(Kind::kIdentifier) || node.text().size() < kMinIdentifier) continue;
    if (std::binary_search(added.begin(), added.end(), node.first_line())) {
      identifiers.insert(node.text());
    }
  }
  return identifiers;
}

// Calls visit(word) for each word of a block of facts.
template <typename Visit>
void ForEachWord(absl::string_view block, const Visit& visit) {
  for (size_t start = 0; start < block.size();) {
    const size_t end = std::min(block.find('\n', start), block.size());
    visit(block.substr(start, end - start));
    start = end + 1;
  }
}

// Which of the wanted words each test file has.
class WordTable {
 public:
  void Want(absl::string_view word) { ids_.try_emplace(word, static_cast<int>(ids_.size())); }

  void Read(const std::vector<const IndexedFile*>& tests) {
    frequency_.assign(ids_.size(), 0);
    for (const IndexedFile* test : tests) {
      std::vector<bool>& has = has_.emplace_back(ids_.size(), false);
      const auto mark = [&](absl::string_view word) {
        const auto id = ids_.find(word);
        if (id == ids_.end() || has[id->second]) return;
        has[id->second] = true;
        ++frequency_[id->second];
      };
      ForEachWord(repository::IdentifiersOfFacts(test->encoded_facts()), mark);
      ForEachWord(repository::StringWordsOfFacts(test->encoded_facts()), mark);
    }
  }

  bool Has(size_t test, absl::string_view word) const { return has_[test][ids_.at(word)]; }
  int FrequencyOf(absl::string_view word) const { return frequency_[ids_.at(word)]; }

 private:
  absl::flat_hash_map<absl::string_view, int> ids_;
  std::vector<std::vector<bool>> has_;
  std::vector<int> frequency_;
};

class Ranking {
 public:
  Ranking(std::vector<Source> sources, const RepositoryFiles& repository)
      : sources_(std::move(sources)) {
    for (const IndexedFile* test : repository.tests) {
      if (paths::IsTestModule(test->path())) tests_.push_back(test);
    }
    for (const Source& source : sources_) {
      for (const std::string& name : source.names) words_.Want(name);
      for (absl::string_view identifier : source.identifiers) words_.Want(identifier);
      for (const auto& fields : source.fields) {
        for (absl::string_view field : fields) words_.Want(field);
      }
    }
    words_.Read(tests_);
    for (const IndexedFile* test : tests_) {
      name_words_.push_back(WordsOf(paths::BaseName(test->path())));
      for (const std::string& word : name_words_.back()) ++name_word_counts_[word];
    }
  }

  std::vector<RankedFile> Rank() {
    std::vector<double> scores(tests_.size(), 0);
    for (const Source& source : sources_) {
      const std::vector<double> points = PointsOf(source);
      for (size_t i = 0; i < scores.size(); ++i) scores[i] += points[i];
    }
    std::vector<RankedFile> ranked;
    for (size_t i = 0; i < tests_.size(); ++i) {
      // Rounded, so that the order does not hang on the last bit of a logarithm.
      const double score = std::round(scores[i] * 1e6) / 1e6;
      if (score > 0) ranked.push_back({tests_[i], score});
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const RankedFile& a, const RankedFile& b) { return a.score > b.score; });
    return ranked;
  }

 private:
  double Rarity(absl::string_view word) const {
    const int frequency = words_.FrequencyOf(word);
    return frequency == 0 ? 0 : std::log(static_cast<double>(tests_.size()) / frequency);
  }

  // Points of each test.
  std::vector<double> PointsOf(const Source& source) {
    std::vector<double> scores(tests_.size(), 0);
    const std::string& path = source.file->changed->path;
    const std::string module = source.file->after->name();
    std::vector<bool> imports(tests_.size(), false);
    int importers = 0;
    for (size_t i = 0; i < tests_.size(); ++i) {
      imports[i] = reach::Imports(*tests_[i], module);
      importers += imports[i];
    }
    const double import_points =
        importers == 0
            ? 0
            : kImport + kRareImport * std::log(static_cast<double>(tests_.size()) / importers);
    const std::set<std::string> path_words = WordsOf(path);
    for (size_t i = 0; i < tests_.size(); ++i) {
      const std::string& test = tests_[i]->path();
      double points = imports[i] ? import_points : 0;
      if (IsMirror(test, path)) points += kMirror;
      points += PointsOfWords(source, i);
      points += PointsOfPath(source, path_words, i);
      if (points > 0 && IsInMirrorFolder(test, path) &&
          paths::BaseName(paths::FolderOf(test)) == paths::BaseName(paths::FolderOf(path))) {
        points += kSameFolder;
      }
      // One line is enough to change a field.
      scores[i] = source.weight * points + PointsOfFields(source, i);
    }
    return scores;
  }

  // Words of the test's name that the source's path or the changed names have, rare ones more.
  double PointsOfPath(const Source& source, const std::set<std::string>& path_words,
                      size_t test) const {
    double points = 0;
    for (const std::string& word : name_words_[test]) {
      const double rarity =
          std::log(static_cast<double>(tests_.size()) / name_word_counts_.at(word));
      if (path_words.count(word) > 0) points += kWordOfPath * rarity;
      if (source.name_words.count(word) > 0) points += kWordOfName * rarity;
    }
    return points;
  }

  double PointsOfFields(const Source& source, size_t test) const {
    double points = 0;
    for (const std::vector<absl::string_view>& fields : source.fields) {
      const auto listed = std::count_if(fields.begin(), fields.end(), [&](absl::string_view field) {
        return words_.Has(test, field);
      });
      const double share = static_cast<double>(listed) / static_cast<double>(fields.size());
      if (share >= kMinListedShare) points += kListsFields * share;
    }
    return points;
  }

  double PointsOfWords(const Source& source, size_t test) const {
    double points = 0;
    for (const std::string& name : source.names) {
      if (words_.Has(test, name)) points += Rarity(name);
    }
    for (absl::string_view word : source.identifiers) {
      if (!words_.Has(test, word) || words_.FrequencyOf(word) > kMaxFrequency) continue;
      if (source.names.count(std::string(word)) == 0) points += kIdentifier * Rarity(word);
    }
    return points;
  }

  std::vector<Source> sources_;
  std::vector<const IndexedFile*> tests_;
  WordTable words_;
  std::vector<std::set<std::string>> name_words_;  // Of each test's file name.
  std::map<std::string, int> name_word_counts_;
};

bool IsGeneric(absl::string_view name) {
  return (absl::StartsWith(name, "__") && absl::EndsWith(name, "__")) || name == "forward" ||
         name == "backward";
}

}  // namespace

std::set<std::string> ChangedNames(const AnalysedFile& file,
                                   const std::vector<ChangedDefinition>& definitions) {
  std::set<std::string> names;
  const std::vector<Definition>& all = file.after->definitions();
  for (const ChangedDefinition& changed : definitions) {
    if (changed.file != &file) continue;
    const Definition& definition = *changed.definition;
    if (!IsGeneric(definition.simple_name)) names.insert(std::string(definition.simple_name));
    if (definition.parent >= 0) names.insert(std::string(all[definition.parent].simple_name));
    if (definition.kind != Definition::Kind::kClass) continue;
    for (Node statement : definition.body.children()) {
      const Node field = FieldOf(statement);
      if (field && file.lines.Touches(statement)) names.insert(std::string(field.text()));
    }
  }
  return names;
}

std::vector<RankedFile> RankTests(const std::vector<AnalysedFile>& files,
                                  const std::vector<ChangedDefinition>& definitions,
                                  const RepositoryFiles& repository) {
  std::vector<Source> sources;
  for (const AnalysedFile& file : files) {
    if (file.after == nullptr || paths::IsTestPath(file.changed->path)) continue;
    const double added = static_cast<double>(file.lines.added().size());
    sources.push_back({.file = &file,
                       .weight = std::min(1.0, added / kLinesForFullWeight + kLeastWeight),
                       .names = ChangedNames(file, definitions),
                       .identifiers = LongIdentifiers(file),
                       .fields = FieldsOfChangedClasses(file, definitions)});
    for (const std::string& name : sources.back().names) {
      sources.back().name_words.merge(WordsOf(name));
    }
  }
  if (sources.empty()) return {};
  return Ranking(std::move(sources), repository).Rank();
}

}  // namespace allreview::test_plan
