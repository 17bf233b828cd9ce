// Completes what a rule observed to a finding.

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/house/house_of_change.h"
#include "analyzers/moves/moves.h"
#include "analyzers/repository/facts.h"
#include "analyzers/rules/apply_edits.h"
#include "analyzers/rules/engine.h"
#include "analyzers/rules/file_facts.h"
#include "analyzers/rules/finding_list.h"
#include "analyzers/rules/fingerprint.h"
#include "analyzers/rules/rule.h"
#include "base/utf8.h"

namespace allreview::rules {
namespace {

constexpr int kContextLines = 3;
constexpr int kMaxExcerptLines = 20;
constexpr size_t kMaxLineBytes = 400;
constexpr size_t kMaxEvidenceBytes = 200;
constexpr size_t kMaxParamBytes = 2'000;
constexpr size_t kMaxCodeBytes = 4'096;       // A quoted statement.
constexpr size_t kMaxEditedBytes = 64 << 10;  // A statement as it would be after edits.
constexpr int kMaxCodeLines = 30;

// Where a text of at most `size` bytes ends that splits no character.
size_t CharacterStart(absl::string_view text, size_t size) {
  if (text.size() <= size) return text.size();
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return size;
}

std::string Cut(absl::string_view text, size_t size) {
  return ToDisplayText(text.substr(0, CharacterStart(text, size)));
}

Excerpt ExcerptOf(const python::SyntaxTree& tree, int first, int last) {
  Excerpt excerpt;
  excerpt.first_line = std::max(1, first - kContextLines);
  const int end = std::min(
      {last + kContextLines, tree.line_count(), excerpt.first_line + kMaxExcerptLines - 1});
  for (int line = excerpt.first_line; line <= end; ++line) {
    excerpt.lines.push_back(Cut(tree.LineText(line), kMaxLineBytes));
  }
  return excerpt;
}

// Lines without the indentation that they share, and "..." for what is too long to be quoted. The
// quotation begins where the code does, or a little before `focus`, a place in it, if that would be
// cut off.
std::string Dedent(absl::string_view code, size_t focus = 0) {
  const absl::string_view head = code.substr(0, focus);
  const auto line_of_focus = static_cast<int>(std::count(head.begin(), head.end(), '\n'));
  const bool begins_later = focus >= kMaxCodeBytes || line_of_focus >= kMaxCodeLines;
  if (begins_later) {
    for (int line = 0; line < line_of_focus - kContextLines; ++line) {
      code.remove_prefix(code.find('\n') + 1);
    }
  }
  const bool is_cut = code.size() > kMaxCodeBytes;
  code = code.substr(0, CharacterStart(code, kMaxCodeBytes));
  std::vector<absl::string_view> lines = absl::StrSplit(code, '\n');
  size_t indent = absl::string_view::npos;
  for (absl::string_view line : lines) {
    const size_t first = line.find_first_not_of(" \t");
    if (first != absl::string_view::npos) indent = std::min(indent, first);
  }
  std::string text = begins_later ? "...\n" : "";
  for (size_t i = 0; i < lines.size(); ++i) {
    absl::string_view line = lines[i].substr(std::min(lines[i].size(), indent));
    if (static_cast<int>(i) == kMaxCodeLines) {
      absl::StrAppend(&text, "...\n");
      break;
    }
    absl::StrAppend(&text, absl::StripTrailingAsciiWhitespace(line), "\n");
  }
  if (is_cut && !absl::EndsWith(text, "...\n")) absl::StrAppend(&text, "...\n");
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return ToDisplayText(text);
}

struct Bytes {
  uint32_t first, end;
};

// Whole lines of a statement; of a compound one only its header.
Bytes StatementBytes(const python::SyntaxTree& tree, python::Node statement) {
  const int last = python::HeaderLastLine(statement);
  return {tree.LineStart(statement.first_line()), tree.LineStart(last + 1)};
}

// The code, which begins at `offset`, after the edits. Empty: they leave it.
std::string AfterEdits(absl::string_view code, uint32_t offset, std::vector<Edit> edits) {
  for (Edit& edit : edits) {
    edit.first_byte -= offset;
    edit.end_byte -= offset;
  }
  return ApplyEdits(code, std::move(edits)).value_or("");
}

// Where the first of the edits is, from `offset`; 0: there are none.
size_t FirstEdited(const std::vector<Edit>& edits, uint32_t offset) {
  if (edits.empty()) return 0;
  const auto first = std::min_element(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
    return a.first_byte < b.first_byte;
  });
  return std::max<int64_t>(first->first_byte - static_cast<int64_t>(offset), 0);
}

// The statement's tokens, which are gathered once for all findings in it.
std::string TokensOf(python::Node statement) {
  FindingList* const list = FindingList::Current();
  return list != nullptr ? list->TokensOf(statement) : ShortKey(StatementTokens(statement));
}

bool Admits(absl::string_view path, const Rule& rule) {
  FindingList* const list = FindingList::Current();
  return list == nullptr || list->Admits(path, rule.info.id);
}

void Add(Finding finding, std::vector<Finding>* findings) {
  if (FindingList* const list = FindingList::Current()) list->Count(finding);
  findings->push_back(std::move(finding));
}

std::string FilledIn(absl::string_view text, const Params& params) {
  return Fill(Language::kEnglish, text, params).value_or(std::string(text));
}

Finding MakeFinding(const Rule& rule, const ChangedFile& changed, const python::Module& module,
                    Side side, Observation observation) {
  const RuleInfo& info = rule.info;
  const python::Node at = observation.at;
  Finding finding;
  finding.rule_id = std::string(info.id);
  finding.severity = observation.severity.value_or(info.severity);
  finding.impact = observation.impact.value_or(info.impact);
  finding.confidence = observation.confidence.value_or(info.confidence);
  finding.pillar = info.pillar;
  finding.category = std::string(info.category);
  finding.kind = observation.kind;
  if (finding.kind == Kind::kQuestion && finding.severity < Severity::kP2) {
    finding.severity = Severity::kP2;  // A question never blocks.
  }
  finding.range = RangeOf(module, at, side);
  const python::Definition* definition = module.EnclosingDefinition(at);
  if (definition != nullptr) finding.symbol = definition->name;
  finding.title = std::string(info.title.en);
  for (auto& [name, value] : observation.params) {
    value = value.Mapped([](const std::string& text) { return Cut(text, kMaxParamBytes); });
    finding.params[name] = value;
  }
  finding.problem_template = std::string(info.message.en);
  finding.fix_template = std::string(info.advice.en);
  finding.problem = FilledIn(info.message.en, observation.params);
  finding.impact_text = FilledIn(info.consequence.en, observation.params);
  finding.fix = FilledIn(info.advice.en, observation.params);
  for (absl::string_view reference : info.references) {
    if (!reference.empty()) finding.references.emplace_back(reference);
  }

  const python::SyntaxTree& tree = module.tree();
  finding.excerpt = ExcerptOf(tree, at.first_line(), at.last_line());
  const python::Node statement = python::StatementOf(at);
  if (statement) {
    const Bytes bytes = StatementBytes(tree, statement);
    const absl::string_view code = tree.source().substr(bytes.first, bytes.end - bytes.first);
    const size_t focus = FirstEdited(observation.edits, bytes.first);
    finding.before_code = Dedent(code, std::min(focus, code.size()));
    if (!observation.edits.empty() && code.size() <= kMaxEditedBytes) {
      // Both quotations begin in one line: nothing before the first edit differs.
      finding.after_code = Dedent(AfterEdits(code, bytes.first, observation.edits), focus);
    }
  }
  if (!observation.new_code.empty()) {
    finding.before_code.clear();
    finding.after_code = std::move(observation.new_code);
  }
  finding.edits = std::move(observation.edits);
  finding.related = std::move(observation.related);
  finding.evidence.push_back(SyntaxEvidence{.node_kind = std::string(KindName(at.kind())),
                                            .range = finding.range,
                                            .text = Cut(at.text(), kMaxEvidenceBytes)});
  for (Evidence& more : observation.evidence) finding.evidence.push_back(std::move(more));
  const std::string path = changed.old_path.empty() ? changed.path : changed.old_path;
  if (rule.concern == Concern::kNewOccurrences && !observation.identity.empty()) {
    // Wherever in the file: what moves from one function to another is not new.
    finding.fingerprint =
        FingerprintKey(info.id, path, "", ShortKey(std::move(observation.identity)));
  } else {
    finding.fingerprint =
        FingerprintKey(info.id, path, finding.symbol, statement ? TokensOf(statement) : "");
  }
  return finding;
}

// Where the changed code is that makes a finding this change's business. nullopt: nowhere.
std::optional<Cause> FindCause(const Rule& rule, const AnalysedFile& file,
                               const Observation& observation) {
  const python::Node because = observation.because ? observation.because : observation.at;
  const ChangedLines& lines = file.lines;
  if (lines.HasAdded(because.first_line(), because.last_line())) {
    return CauseIn(file, because.first_line(), because.last_line());
  }
  if (rule.concern != Concern::kChangedFunctions) return std::nullopt;
  const python::Definition* definition = file.after->EnclosingFunction(because);
  if (definition == nullptr) return std::nullopt;
  const int first = definition->first_line;
  const int last = definition->end_line - 1;
  if (!lines.TouchesDefinition(first, last)) return std::nullopt;
  Cause cause = CauseIn(file, first, last);
  cause.kind = Cause::Kind::kChangedScope;
  return cause;
}

void Report(const AnalysedFile& file, const Rule& rule, Observation observation,
            std::vector<Finding>* findings) {
  std::optional<Cause> cause = observation.cause;
  if (!cause) cause = FindCause(rule, file, observation);
  if (!cause || !Admits(file.changed->path, rule)) return;
  Finding finding =
      MakeFinding(rule, *file.changed, *file.after, Side::kRight, std::move(observation));
  finding.cause = *std::move(cause);
  Add(std::move(finding), findings);
}

}  // namespace

Range RangeOf(const python::Module& module, python::Node node, Side side) {
  const python::SyntaxTree& tree = module.tree();
  Range range;
  range.path = module.path();
  range.side = side;
  range.first_byte = node.first_byte();
  range.end_byte = node.end_byte();
  range.first_line = node.first_line();
  range.end_line = node.last_line() + 1;
  range.first_column = tree.ColumnOf(node.first_byte());
  range.end_column = static_cast<int>(node.end_byte() - tree.LineStart(range.end_line - 1));
  return range;
}

Range RangeOf(absl::string_view path, const repository::Place& place) {
  return {.path = std::string(path),
          .first_line = place.line,
          .end_line = place.end_line,
          .first_column = place.column,
          .end_column = place.end_column,
          .first_byte = place.first_byte,
          .end_byte = place.end_byte};
}

Edit Replace(const python::Module& module, python::Node node, std::string replacement) {
  return {.path = module.path(),
          .first_byte = node.first_byte(),
          .end_byte = node.end_byte(),
          .replacement = std::move(replacement)};
}

Cause CauseIn(const AnalysedFile& file, int first, int last) {
  const ChangedLines::Run run = file.lines.FirstRun(file.changed->hunks, first, last);
  Cause cause;
  cause.path = file.changed->path;
  cause.hunk = run.hunk;
  cause.first_line = run.first_line;
  cause.end_line = run.end_line;
  return cause;
}

const python::ControlFlow& FileContext::flow(Node node) const { return facts_.FlowAround(node); }
const python::Values& FileContext::values() const { return facts_.values(); }

std::string FileContext::AbsoluteName(const python::Definition& definition) const {
  return absl::StrCat(module().name(), ".", definition.name);
}

void FileContext::Report(Observation observation) {
  rules::Report(file_, rule_, std::move(observation), findings_);
}

const std::vector<AnalysedFile>& ChangeContext::files() const { return input_.change.files(); }
const std::vector<ChangedFile>& ChangeContext::changed_files() const {
  return input_.change.changed_files();
}
const Description& ChangeContext::description() const { return input_.change.description(); }
repository::RepositoryIndex& ChangeContext::index() { return input_.change.index(); }
repository::Project& ChangeContext::project() { return input_.change.project(); }
const moves::Moves& ChangeContext::moves() const { return input_.change.moves(); }
bool ChangeContext::IsNew(const python::Definition& definition) const {
  return moves().IsNew(definition);
}
const python::Definition* ChangeContext::Before(const python::Definition& definition) const {
  return moves().WhereFrom(definition);
}
RepositoryTexts& ChangeContext::texts() { return input_.change.texts(); }
const house::Policy& ChangeContext::house() { return input_.house.policy(); }
const std::vector<house::FileHabits>& ChangeContext::habits() { return input_.house.habits(); }
const spelling::Dictionary* ChangeContext::spelling() const { return input_.spelling; }

test_plan::TestsOfChange& ChangeContext::tests() {
  if (!tests_lock_) tests_lock_.emplace(shared_.tests_mutex);
  return input_.tests;
}

std::vector<std::reference_wrapper<const AnalysedFile>> ChangeContext::python_files() const {
  std::vector<std::reference_wrapper<const AnalysedFile>> readable;
  for (const AnalysedFile& file : files()) {
    const bool is_skipped = rule_.skips_tests && file.changed->role == FileRole::kTest;
    if (file.after != nullptr && !is_skipped) readable.emplace_back(file);
  }
  return readable;
}

void ChangeContext::Report(const AnalysedFile& file, Observation observation) {
  rules::Report(file, rule_, std::move(observation), findings_);
}

void ChangeContext::ReportBefore(const AnalysedFile& file, Observation observation) {
  if (!observation.cause || !Admits(file.changed->path, rule_)) return;
  const Cause cause = *observation.cause;
  Finding finding =
      MakeFinding(rule_, *file.changed, *file.before, Side::kLeft, std::move(observation));
  finding.cause = cause;
  Add(std::move(finding), findings_);
}

}  // namespace allreview::rules
