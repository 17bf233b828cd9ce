// Section 3: conventions, as they are configured and as the code really does it.

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/playbook/view.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::playbook {
namespace {

using repository::DefinitionFacts;
using repository::IndexedFile;
using repository::StyleFacts;
using DefinitionKind = python::Definition::Kind;

constexpr size_t kMaxNames = 6;
constexpr int kMinSamples = 5;

std::string Text(int64_t number) { return absl::StrCat(number); }

// A share that enough places make worth telling.
void AddShare(absl::string_view id, absl::string_view topic, int64_t count, int64_t of,
              Writer& say) {
  if (of < kMinSamples) return;
  say.Add(id, topic,
          {{"percent", Text(count * 100 / of)}, {"count", Text(count)}, {"of", Text(of)}},
          {Counted(count, of)});
}

void AddAsked(const View& view, absl::string_view topic_of_policy, absl::string_view id,
              absl::string_view topic, Writer& say) {
  const house::Entry* entry = view.policy.Find(topic_of_policy);
  if (entry == nullptr || entry->level == house::Level::kNorm || !entry->is_active) return;
  say.Add(id, topic, {{"value", entry->value}, {"tool", entry->tool}},
          {At(entry->source.path, entry->source.line)});
}

void AddImports(const View& view, Writer& say) {
  const house::TomlEntry* isort = view.project.Find("tool.isort");
  if (isort != nullptr) {
    std::vector<std::string> settings;
    for (const std::string& key : view.project.KeysOf("tool.isort")) {
      const house::TomlEntry* entry = view.project.Find(absl::StrCat("tool.isort.", key));
      if (entry == nullptr || entry->is_table) continue;
      settings.push_back(absl::StrCat(
          key, " = ", entry->is_list ? absl::StrJoin(entry->items, ", ") : entry->text));
    }
    say.Add("isort", "imports", {{"settings", Lines(settings)}}, {At(kProject, isort->line)});
  } else {
    AddAsked(view, "import-order", "import-order", "imports", say);
  }
  const Style& style = view.product_style;
  const int64_t relative = style.Of(StyleFacts::kRelativeImports);
  AddShare("relative-imports", "imports", relative,
           relative + style.Of(StyleFacts::kAbsoluteImports), say);
  if (style.files >= kMinSamples) {
    say.Add("wildcard-imports", "imports", {{"files", Text(style.files_with_wildcards)}},
            {Counted(style.files_with_wildcards, style.files)});
  }
}

void AddFormatting(const View& view, Writer& say) {
  const house::Entry* length = view.policy.Find("line-length");
  if (length != nullptr) {
    std::vector<Provenance> places = {At(length->source.path, length->source.line)};
    for (const house::Claim& claim : length->more) {
      if (claim.value == length->value) places.push_back(At(claim.source.path, claim.source.line));
    }
    say.Add("line-length", "formatting", {{"length", length->value}}, places);
  }
  const house::TomlEntry* quotes = view.project.Find("tool.black.skip_string_normalization");
  if (quotes == nullptr) quotes = view.project.Find("tool.black.skip-string-normalization");
  if (quotes != nullptr && quotes->text == "true") {
    say.Add("quotes-free", "formatting", {}, {At(kProject, quotes->line)});
  }
  const house::TomlEntry* commas = view.project.Find("tool.black.skip_magic_trailing_comma");
  if (commas != nullptr && commas->text == "true") {
    say.Add("trailing-comma-ignored", "formatting", {}, {At(kProject, commas->line)});
  }
  const house::Entry* copyright = view.policy.Find("copyright-header");
  if (copyright != nullptr && copyright->compliance) {
    say.Add("copyright-header", "formatting", {{"percent", Text(copyright->compliance->percent())}},
            {Counted(copyright->compliance->complies, copyright->compliance->total)});
  }
}

void AddDocstrings(const View& view, Writer& say) {
  const Style& style = view.product_style;
  AddAsked(view, "docstring-style", "docstring-style", "docstrings", say);
  const int64_t google = style.Of(StyleFacts::kGoogleSections);
  AddShare("google-docstrings", "docstrings", google, google + style.Of(StyleFacts::kOtherSections),
           say);
  AddShare("documented-functions", "docstrings", style.Of(StyleFacts::kDocumentedFunctions),
           style.Of(StyleFacts::kPublicFunctions), say);
  AddShare("documented-classes", "docstrings", style.Of(StyleFacts::kDocumentedClasses),
           style.Of(StyleFacts::kPublicClasses), say);
  for (const auto& [topic, id] :
       {std::pair<absl::string_view, absl::string_view>{"function-docstring", "function-docstring"},
        {"class-docstring", "class-docstring"}}) {
    const house::Entry* entry = view.policy.Find(topic);
    if (entry == nullptr || entry->tool.empty()) continue;
    say.Add(id, "docstrings", {{"tool", entry->tool}},
            {At(entry->source.path, entry->source.line)});
  }
}

void AddTyping(const View& view, Writer& say) {
  const Style& style = view.product_style;
  AddShare("typed-functions", "typing", style.Of(StyleFacts::kTypedFunctions),
           style.Of(StyleFacts::kPublicFunctions), say);
  const int64_t optional = style.Of(StyleFacts::kOptionals);
  const int64_t joined = style.Of(StyleFacts::kNoneUnions);
  if (optional + joined >= kMinSamples) {
    say.Add(optional >= joined ? "optional-wins" : "union-wins", "typing",
            {{"optional", Text(optional)}, {"joined", Text(joined)}},
            {Counted(std::max(optional, joined), optional + joined)});
  }
  const int any = view.CountFiles("Any");
  if (style.files >= kMinSamples) {
    say.Add("any", "typing", {{"files", Text(any)}}, {Counted(any, style.files)});
  }
}

void AddNaming(const View& view, Writer& say) {
  const Style& style = view.product_style;
  const int64_t all = style.Of(StyleFacts::kDefinitions);
  AddShare("naming", "naming", all - style.Of(StyleFacts::kMisnamed), all, say);
}

// Names with the number of files of the product that use them, most first: "ValueError (123)".
std::vector<std::string> MostUsed(const View& view, const std::vector<std::string>& names) {
  std::vector<std::pair<int, std::string>> counts;
  for (const std::string& name : names) {
    const int count = view.CountFiles(name);
    if (count > 0) counts.emplace_back(-count, name);
  }
  std::sort(counts.begin(), counts.end());
  std::vector<std::string> lines;
  for (const auto& [count, name] : counts) lines.push_back(absl::StrCat(name, "\t", -count));
  if (lines.size() > kMaxNames) lines.resize(kMaxNames);
  return lines;
}

void AddErrors(const View& view, Writer& say) {
  const Style& style = view.product_style;
  if (style.files < kMinSamples) return;
  const std::vector<std::string> used =
      MostUsed(view, {"ValueError", "RuntimeError", "NotImplementedError", "TypeError",
                      "AssertionError", "KeyError", "ImportError", "FileNotFoundError",
                      "AttributeError", "Exception", "IndexError", "OSError"});
  if (!used.empty()) {
    say.Add("exceptions", "errors", {{"counted", Lines(used)}});
  }
  const int64_t raised = style.Of(StyleFacts::kValueErrors);
  const int64_t asserted = style.Of(StyleFacts::kAsserts);
  if (raised + asserted >= kMinSamples) {
    say.Add("raise-or-assert", "errors", {{"raised", Text(raised)}, {"asserted", Text(asserted)}},
            {Counted(raised, raised + asserted)});
  }
  const int64_t excepts = style.Of(StyleFacts::kExcepts);
  if (excepts >= kMinSamples) {
    say.Add("bare-excepts", "errors",
            {{"count", Text(style.Of(StyleFacts::kBareExcepts))}, {"of", Text(excepts)}},
            {Counted(style.Of(StyleFacts::kBareExcepts), excepts)});
  }
}

// Functions of the product whose names say that they log or print on some ranks only.
void AddLogHelpers(const View& view, Writer& say) {
  std::map<std::string, Provenance> found;
  for (const IndexedFile* file : view.product) {
    if (!file->HasIdentifier("logger") && !file->HasIdentifier("print")) continue;
    for (const DefinitionFacts& definition : file->facts().definitions) {
      if (definition.kind == DefinitionKind::kClass) continue;
      const absl::string_view name = definition.name;
      const bool is_log = absl::StartsWith(name, "log_") || absl::StartsWith(name, "print_");
      if (!is_log || absl::StrContains(name, ".") || !absl::StrContains(name, "rank")) continue;
      found.try_emplace(std::string(name), At(file->path(), definition.place.line));
    }
  }
  std::vector<std::string> names;
  for (const auto& [name, place] : found) names.push_back(name);
  for (const std::string& line : MostUsed(view, names)) {
    const std::string name = line.substr(0, line.find('\t'));
    const int count = view.CountFiles(name);
    if (count < 2) continue;
    say.Add("log-helper", "logging", {{"name", name}, {"files", Text(count)}}, {found[name]});
  }
}

void AddLogging(const View& view, Writer& say) {
  const Style& style = view.product_style;
  if (style.files < kMinSamples) return;
  const int loggers = view.CountFiles("getLogger");
  if (loggers > 0) {
    say.Add("loggers", "logging", {{"files", Text(loggers)}}, {Counted(loggers, style.files)});
  }
  const int64_t module = style.Of(StyleFacts::kModuleLogs);
  AddShare("module-logs", "logging", module, module + style.Of(StyleFacts::kRootLogs), say);
  const house::Entry* print = view.policy.Find("no-print");
  if (print != nullptr && !print->tool.empty()) {
    say.Add("print-banned", "logging", {{"tool", print->tool}},
            {At(print->source.path, print->source.line)});
  }
  say.Add("prints", "logging", {{"files", Text(style.files_with_prints)}},
          {Counted(style.files_with_prints, style.files)});
  AddLogHelpers(view, say);
}

// What decorators of tests say.
struct TestHabits {
  int fixtures = 0, parametrized = 0, functions = 0, methods = 0;
  std::map<std::string, int> marks;
};

TestHabits HabitsOf(const std::vector<IndexedFile*>& files) {
  TestHabits habits;
  for (const IndexedFile* file : files) {
    for (const DefinitionFacts& definition : file->facts().definitions) {
      if (definition.kind == DefinitionKind::kClass) continue;
      const absl::string_view simple = repository::SimpleName(definition.name);
      if (absl::StartsWith(simple, "test")) {
        ++(absl::StrContains(definition.name, ".") ? habits.methods : habits.functions);
      }
      for (const std::string& decorator : definition.decorators) {
        habits.fixtures += decorator == "pytest.fixture";
        if (!absl::StartsWith(decorator, "pytest.mark.")) continue;
        const std::string mark = decorator.substr(12, decorator.find('(') - 12);
        mark == "parametrize" ? ++habits.parametrized : ++habits.marks[mark];
      }
    }
  }
  return habits;
}

void AddTesting(const View& view, Writer& say) {
  const int files = static_cast<int>(view.tests.size());
  if (files == 0) return;
  const auto count = [&](absl::string_view word) {
    return static_cast<int>(
        std::count_if(view.tests.begin(), view.tests.end(),
                      [&](const IndexedFile* file) { return file->HasIdentifier(word); }));
  };
  say.Add(
      "test-framework", "testing",
      {{"pytest", Text(count("pytest"))}, {"unittest", Text(view.test_style.files_with_unittest)}},
      {Counted(count("pytest"), files)});
  std::vector<IndexedFile*> all = view.tests;
  all.insert(all.end(), view.helpers.begin(), view.helpers.end());
  const TestHabits habits = HabitsOf(all);
  if (habits.functions + habits.methods >= kMinSamples) {
    say.Add("test-shape", "testing",
            {{"functions", Text(habits.functions)}, {"methods", Text(habits.methods)}},
            {Counted(habits.functions, habits.functions + habits.methods)});
  }
  if (habits.fixtures + habits.parametrized > 0) {
    say.Add("test-fixtures", "testing",
            {{"fixtures", Text(habits.fixtures)}, {"parametrized", Text(habits.parametrized)}});
  }
  std::vector<std::pair<int, std::string>> marks;
  for (const auto& [mark, uses] : habits.marks) marks.emplace_back(-uses, mark);
  std::sort(marks.begin(), marks.end());
  std::vector<std::string> lines;
  for (const auto& [uses, mark] : marks) lines.push_back(absl::StrCat(mark, "\t", -uses));
  if (!lines.empty()) say.Add("marks-used", "testing", {{"counted", Lines(lines, 8)}});
  const int seeded = count("manual_seed") + count("model_parallel_cuda_manual_seed");
  if (seeded > 0) {
    int both = 0;
    for (const IndexedFile* file : view.tests) {
      both += file->HasIdentifier("manual_seed") ||
              file->HasIdentifier("model_parallel_cuda_manual_seed");
    }
    say.Add("seeds", "testing", {{"files", Text(both)}}, {Counted(both, files)});
  }
}

// "fix(scope): ..." and "ci: ...".
bool HasType(absl::string_view subject) {
  const size_t colon = subject.find(": ");
  if (colon > 30) return false;  // npos is, too.
  const absl::string_view type = subject.substr(0, subject.find_first_of("(!:"));
  return !type.empty() && std::all_of(type.begin(), type.end(), [](char c) {
    return absl::ascii_islower(static_cast<unsigned char>(c));
  });
}

void AddGit(const View& view, Writer& say) {
  const std::vector<std::string>& subjects = view.input.subjects;
  if (subjects.size() >= kMinSamples) {
    const int64_t all = static_cast<int64_t>(subjects.size());
    int64_t typed = 0, tagged = 0, numbered = 0;
    std::vector<size_t> lengths;
    for (const std::string& subject : subjects) {
      typed += HasType(subject);
      tagged += absl::StartsWith(subject, "[");
      numbered += absl::StrContains(subject, "(#") && absl::EndsWith(subject, ")");
      lengths.push_back(subject.size());
    }
    std::sort(lengths.begin(), lengths.end());
    const auto add = [&](absl::string_view id, int64_t count) {
      if (count * 5 >= all) say.Add(id, "git", {}, {Counted(count, all)});
    };
    add("commits-typed", typed);
    add("commits-tagged", tagged);
    add("commits-numbered", numbered);
    say.Add("commit-length", "git",
            {{"length", Text(static_cast<int64_t>(lengths[lengths.size() / 2]))},
             {"commits", Text(all)}});
  }
  if (!view.policy.owners.empty()) {
    say.Add("code-owners", "git",
            {{"number", Text(static_cast<int64_t>(view.policy.owners.size()))}},
            {At(view.policy.owners_path, view.policy.owners[0].line)});
  }
}

// Declared, but the code does otherwise.
void AddUnfollowed(const View& view, Writer& say) {
  for (const house::Entry& entry : view.policy.entries) {
    if (entry.is_active || !entry.compliance) continue;
    say.Add("not-followed", "unfollowed",
            {{"rule", entry.id},
             {"value", entry.value},
             {"percent", Text(entry.compliance->percent())}},
            {At(entry.source.path, entry.source.line),
             Counted(entry.compliance->complies, entry.compliance->total)});
  }
}

}  // namespace

void AddConventions(const View& view, Writer& say) {
  AddImports(view, say);
  AddFormatting(view, say);
  AddDocstrings(view, say);
  AddTyping(view, say);
  AddNaming(view, say);
  AddErrors(view, say);
  AddLogging(view, say);
  AddTesting(view, say);
  AddUnfollowed(view, say);
  AddGit(view, say);
}

}  // namespace allreview::playbook
