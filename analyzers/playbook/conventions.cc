// Section 3: conventions: what guides ask while one edits, then as they are configured and as the
// code really does it.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/playbook/guide_files.h"
#include "analyzers/playbook/guides.h"
#include "analyzers/playbook/log_helpers.h"
#include "analyzers/playbook/view.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::playbook {
namespace {

using repository::DefinitionFacts;
using repository::IndexedFile;
using repository::StyleFacts;
using DefinitionKind = python::Definition::Kind;

constexpr int kMinSamples = 5;

std::string Text(int64_t number) { return absl::StrCat(number); }

// A habit that nearly all places share is a rule.
constexpr int64_t kRulePercent = 85;

// Words of guides that speak of what a habit is about; by its id.
struct Subject {
  absl::string_view id, words;
};
constexpr Subject kSubjects[] = {
    {"absolute-imports", "relative import|absolute import"},
    {"no-wildcards", "wildcard|star import|import *"},
    {"google-docstrings", "docstring"},
    {"documented-functions", "docstring"},
    {"typed-functions", "type annotation|type hint|type-hint|annotate"},
    {"optional-wins", "Optional[|| None"},
    {"union-wins", "Optional[|| None"},
    {"raises", "assert "},
    {"no-bare-excepts", "except"},
    {"no-prints", "print("},
    {"module-logs", "logger"},
    {"pytest-style", "unittest|TestCase"},
    {"unittest-style", "unittest|TestCase|pytest-style"},
    {"test-classes", "unittest|TestCase|test class"},
    {"test-functions", "unittest|TestCase|test class"},
    {"seeds", "manual_seed|a seed|seeds"},
    {"commits-typed", "commit message|conventional commit|commit title"},
    {"commits-tagged", "commit message|commit title|PR title|title of"},
};

// What a guide says wins over what the code happens to do; its sentence is among the requests.
void AddHabit(const View& view, absl::string_view id, absl::string_view topic, int64_t count,
              int64_t of, Writer& say) {
  if (of < kMinSamples || count * 100 < of * kRulePercent) return;
  for (const Subject& subject : kSubjects) {
    if (subject.id == id && GuidesMention(view, subject.words)) return;
  }
  say.Add(id, topic, {}, {Counted(count, of)});
}

void AddAsked(const View& view, absl::string_view topic_of_policy, absl::string_view id,
              absl::string_view topic, Writer& say) {
  const house::Entry* entry = view.policy.Find(topic_of_policy);
  if (entry == nullptr || entry->level == house::Level::kNorm || !entry->is_active) return;
  say.Add(id, topic, {{"value", entry->value}, {"tool", entry->tool}},
          {At(entry->source.path, entry->source.line)});
}

// What decides how imports are sorted; the rest stands in the file.
std::string IsortSettings(const View& view) {
  std::vector<std::string> settings;
  for (absl::string_view key :
       {"profile", "line_length", "known_first_party", "known_third_party"}) {
    const house::TomlEntry* entry = view.project.Find(absl::StrCat("tool.isort.", key));
    if (entry == nullptr || entry->is_table) continue;
    settings.push_back(
        absl::StrCat(key, " = ", entry->is_list ? absl::StrJoin(entry->items, ", ") : entry->text));
  }
  return Lines(settings);
}

void AddImports(const View& view, Writer& say) {
  if (const house::TomlEntry* isort = view.project.Find("tool.isort")) {
    say.Add("isort", "imports", {{"settings", IsortSettings(view)}}, {At(kProject, isort->line)});
  } else {
    AddAsked(view, "import-order", "import-order", "imports", say);
  }
  const Style& style = view.product_style;
  const int64_t relative = style.Of(StyleFacts::kRelativeImports);
  const int64_t absolute = style.Of(StyleFacts::kAbsoluteImports);
  AddHabit(view, "absolute-imports", "imports", absolute, relative + absolute, say);
  const int64_t tame = style.files - style.files_with_wildcards;
  if (tame * 100 >= style.files * 97) {
    AddHabit(view, "no-wildcards", "imports", tame, style.files, say);
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
  if (copyright != nullptr && copyright->compliance && copyright->compliance->percent() >= 80) {
    say.Add("copyright-header", "formatting", {},
            {Counted(copyright->compliance->complies, copyright->compliance->total)});
  }
}

// "pylint C0116" and "pylint C0115" ask for docstrings of functions and classes.
void AddDocstrings(const View& view, Writer& say) {
  const Style& style = view.product_style;
  const house::Entry* asked = view.policy.Find("docstring-style");
  if (asked != nullptr && asked->level != house::Level::kNorm && asked->is_active) {
    AddAsked(view, "docstring-style", "docstring-style", "docstrings", say);
  } else {
    const int64_t google = style.Of(StyleFacts::kGoogleSections);
    AddHabit(view, "google-docstrings", "docstrings", google,
             google + style.Of(StyleFacts::kOtherSections), say);
  }
  std::vector<std::string> tools;
  std::vector<Provenance> places;
  for (absl::string_view topic : {"function-docstring", "class-docstring"}) {
    const house::Entry* entry = view.policy.Find(topic);
    if (entry == nullptr || entry->tool.empty()) continue;
    tools.push_back(entry->tool);
    places.push_back(At(entry->source.path, entry->source.line));
  }
  if (!tools.empty()) {
    say.Add("docstrings-checked", "docstrings", {{"tool", absl::StrJoin(tools, ", ")}}, places);
    return;
  }
  AddHabit(view, "documented-functions", "docstrings", style.Of(StyleFacts::kDocumentedFunctions),
           style.Of(StyleFacts::kPublicFunctions), say);
}

void AddTyping(const View& view, Writer& say) {
  const Style& style = view.product_style;
  AddHabit(view, "typed-functions", "typing", style.Of(StyleFacts::kTypedFunctions),
           style.Of(StyleFacts::kPublicFunctions), say);
  const int64_t optional = style.Of(StyleFacts::kOptionals);
  const int64_t joined = style.Of(StyleFacts::kNoneUnions);
  AddHabit(view, "optional-wins", "typing", optional, optional + joined, say);
  AddHabit(view, "union-wins", "typing", joined, optional + joined, say);
}

void AddErrors(const View& view, Writer& say) {
  const Style& style = view.product_style;
  const int64_t raised = style.Of(StyleFacts::kValueErrors);
  const int64_t asserted = style.Of(StyleFacts::kAsserts);
  AddHabit(view, "raises", "errors", raised, raised + asserted, say);
  const int64_t excepts = style.Of(StyleFacts::kExcepts);
  AddHabit(view, "no-bare-excepts", "errors", excepts - style.Of(StyleFacts::kBareExcepts), excepts,
           say);
}

void AddLogHelper(const View& view, Writer& say) {
  if (const std::optional<LogHelper> helper = FindLogHelper(view)) {
    say.Add("log-helper", "logging", {{"name", helper->name}}, {helper->place});
  }
}

void AddLogging(const View& view, Writer& say) {
  const Style& style = view.product_style;
  if (style.files < kMinSamples) return;
  const int64_t module = style.Of(StyleFacts::kModuleLogs);
  const int64_t all = module + style.Of(StyleFacts::kRootLogs);
  const house::Entry* print = view.policy.Find("no-print");
  if (print != nullptr && !print->tool.empty()) {
    say.Add("print-banned", "logging", {{"tool", print->tool}},
            {At(print->source.path, print->source.line)});
  } else if (module >= kMinSamples && style.files_with_prints * 20 <= style.files) {
    say.Add("no-prints", "logging", {},
            {Counted(style.files - style.files_with_prints, style.files)});
  }
  if (module * 5 >= all * 4 && all >= kMinSamples) {
    say.Add("module-logs", "logging", {}, {Counted(module, all)});
  }
  AddLogHelper(view, say);
}

struct TestShapes {
  int64_t functions = 0, methods = 0;
};

TestShapes ShapesOf(const std::vector<IndexedFile*>& files) {
  TestShapes shapes;
  for (const IndexedFile* file : files) {
    for (const DefinitionFacts& definition : file->facts().definitions) {
      if (definition.kind == DefinitionKind::kClass) continue;
      if (!absl::StartsWith(repository::SimpleName(definition.name), "test")) continue;
      ++(absl::StrContains(definition.name, ".") ? shapes.methods : shapes.functions);
    }
  }
  return shapes;
}

void AddTesting(const View& view, Writer& say) {
  const int64_t files = static_cast<int64_t>(view.tests.size());
  if (files < kMinSamples) return;
  const auto unittest = view.test_style.files_with_unittest;
  AddHabit(view, "unittest-style", "testing", unittest, files, say);
  AddHabit(view, "pytest-style", "testing", files - unittest, files, say);
  const TestShapes shapes = ShapesOf(view.tests);
  const int64_t all = shapes.functions + shapes.methods;
  if (unittest * 2 < files) AddHabit(view, "test-classes", "testing", shapes.methods, all, say);
  AddHabit(view, "test-functions", "testing", shapes.functions, all, say);
  int64_t seeded = 0;
  for (const IndexedFile* file : view.tests) seeded += file->HasIdentifier("manual_seed");
  AddHabit(view, "seeds", "testing", seeded, files, say);
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
  if (subjects.size() < kMinSamples) return;
  const int64_t all = static_cast<int64_t>(subjects.size());
  int64_t typed = 0, tagged = 0;
  for (const std::string& subject : subjects) {
    typed += HasType(subject);
    tagged += absl::StartsWith(subject, "[");
  }
  AddHabit(view, "commits-typed", "git", typed, all, say);
  AddHabit(view, "commits-tagged", "git", tagged, all, say);
}

void AddRules(const View& view, Writer& say) {
  for (const Request& request : RequestsOf(view)) {
    if (request.order.is_prohibition || request.order.moment != Moment::kWhile) continue;
    say.Add("request", "while", {{"quote", request.text}}, request.places);
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
  AddRules(view, say);
  AddImports(view, say);
  AddFormatting(view, say);
  AddDocstrings(view, say);
  AddTyping(view, say);
  AddErrors(view, say);
  AddLogging(view, say);
  AddTesting(view, say);
  AddUnfollowed(view, say);
  AddGit(view, say);
}

}  // namespace allreview::playbook
