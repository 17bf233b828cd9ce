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

// A habit that nearly all places share is a rule.
constexpr int64_t kRulePercent = 85;

void AddHabit(absl::string_view id, absl::string_view topic, int64_t count, int64_t of,
              Writer& say) {
  if (of < kMinSamples || count * 100 < of * kRulePercent) return;
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
  AddHabit("absolute-imports", "imports", absolute, relative + absolute, say);
  const int64_t tame = style.files - style.files_with_wildcards;
  if (tame * 100 >= style.files * 97) {
    AddHabit("no-wildcards", "imports", tame, style.files, say);
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
    AddHabit("google-docstrings", "docstrings", google,
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
  AddHabit("documented-functions", "docstrings", style.Of(StyleFacts::kDocumentedFunctions),
           style.Of(StyleFacts::kPublicFunctions), say);
}

void AddTyping(const View& view, Writer& say) {
  const Style& style = view.product_style;
  AddHabit("typed-functions", "typing", style.Of(StyleFacts::kTypedFunctions),
           style.Of(StyleFacts::kPublicFunctions), say);
  const int64_t optional = style.Of(StyleFacts::kOptionals);
  const int64_t joined = style.Of(StyleFacts::kNoneUnions);
  AddHabit("optional-wins", "typing", optional, optional + joined, say);
  AddHabit("union-wins", "typing", joined, optional + joined, say);
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
  const int64_t raised = style.Of(StyleFacts::kValueErrors);
  const int64_t asserted = style.Of(StyleFacts::kAsserts);
  AddHabit("raises", "errors", raised, raised + asserted, say);
  const int64_t excepts = style.Of(StyleFacts::kExcepts);
  AddHabit("no-bare-excepts", "errors", excepts - style.Of(StyleFacts::kBareExcepts), excepts, say);
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
  // One is enough; others are its relatives.
  const std::vector<std::string> used = MostUsed(view, names);
  if (used.empty()) return;
  const std::string name = used[0].substr(0, used[0].find('\t'));
  if (view.CountFiles(name) >= 2) say.Add("log-helper", "logging", {{"name", name}}, {found[name]});
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
  AddLogHelpers(view, say);
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
  const bool is_unittest = unittest * 2 >= files;
  say.Add(is_unittest ? "unittest-style" : "pytest-style", "testing", {},
          {Counted(is_unittest ? unittest : files - unittest, files)});
  if (!is_unittest) {
    const TestShapes shapes = ShapesOf(view.tests);
    const int64_t all = shapes.functions + shapes.methods;
    AddHabit("test-classes", "testing", shapes.methods, all, say);
    AddHabit("test-functions", "testing", shapes.functions, all, say);
  }
  int64_t seeded = 0;
  for (const IndexedFile* file : view.tests) seeded += file->HasIdentifier("manual_seed");
  if (seeded * 3 >= files) say.Add("seeds", "testing", {}, {Counted(seeded, files)});
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
  int64_t typed = 0, tagged = 0, fitting = 0;
  for (const std::string& subject : subjects) {
    typed += HasType(subject);
    tagged += absl::StartsWith(subject, "[");
    fitting += subject.size() <= 72;
  }
  if (typed * 2 >= all) say.Add("commits-typed", "git", {}, {Counted(typed, all)});
  if (tagged * 2 >= all) say.Add("commits-tagged", "git", {}, {Counted(tagged, all)});
  AddHabit("short-subjects", "git", fitting, all, say);
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
  AddErrors(view, say);
  AddLogging(view, say);
  AddTesting(view, say);
  AddUnfollowed(view, say);
  AddGit(view, say);
}

}  // namespace allreview::playbook
