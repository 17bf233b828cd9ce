// logging.info(...): through the root logger instead of the module's own.

#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/style/house_checks.h"
#include "analyzers/rules/style/new_code.h"
#include "analyzers/rules/style/phrases.h"

namespace allreview::rules {
namespace {

constexpr Phrase kMoreInFile("more-in-file", " (and {count} more in this file)",
                             "（该文件中另有 {count} 处）");
constexpr Phrase kDefineLogger(
    "define-logger", "Define `logger = logging.getLogger(__name__)` in the module and use it",
    "在模块中定义 `logger = logging.getLogger(__name__)` 并使用它");
constexpr Phrase kUseLogger("use-logger", "Use the module's `{logger}`",
                            "改用模块已有的 `{logger}`");
constexpr Phrase kPhrases[] = {kMoreInFile, kDefineLogger, kUseLogger};

// The name that the module gives its logger; empty: it has none.
std::string LoggerOf(const python::Module& module) {
  for (const python::Binding& binding : module.scopes().bindings()) {
    if (binding.scope != 0 || !binding.value.Is(NodeKind::kCall)) continue;
    if (module.Calls(binding.value, "logging.getLogger")) return std::string(binding.name);
  }
  return "";
}

void Check(ChangeContext& change) {
  if (change.files().empty()) return;
  const Sweep sweep =
      FindRootLoggerCalls({change.files(), change.house(), change.project(), change.moves()});
  std::map<const AnalysedFile*, std::vector<const Hit*>> by_file;
  for (const Hit& hit : sweep.hits) by_file[hit.file].push_back(&hit);
  for (const AnalysedFile& file : change.files()) {
    const auto hits = by_file.find(&file);
    if (hits == by_file.end()) continue;
    const std::string logger = LoggerOf(*file.after);
    const size_t more = hits->second.size() - 1;
    Observation observation{.at = hits->second.front()->at};
    observation.params = {
        {"method", hits->second.front()->name},
        {"more", more == 0 ? Words() : Sentence(kMoreInFile, {{"count", absl::StrCat(more)}})},
        {"remedy",
         logger.empty()
             ? kDefineLogger
             : Sentence(kUseLogger,
                        {{"logger", absl::StrCat(logger, ".", hits->second.front()->name)}})}};
    for (size_t i = 1; i < hits->second.size(); ++i) {
      observation.related.push_back(
          {phrases::kAlsoHere, RangeOf(*file.after, hits->second[i]->at)});
    }
    if (!logger.empty()) {
      for (const Hit* hit : hits->second) {
        const Node object = hit->at.child(Field::kFunction).child(Field::kObject);
        observation.edits.push_back(Replace(*file.after, object, logger));
      }
    }
    change.Report(file, std::move(observation));
  }
}

}  // namespace

Sweep FindRootLoggerCalls(const SweepInput& input) {
  Sweep sweep;
  const auto visit = [&](const AnalysedFile& file, Node call) {
    const Node function = call.child(Field::kFunction);
    if (!function.Is(NodeKind::kAttribute)) return;
    if (function.child(Field::kObject).text() == "logger") ++sweep.checked;
    const std::string method(function.child(Field::kAttribute).text());
    if (!file.after->Calls(call, absl::StrCat("logging.", method))) return;
    ++sweep.checked;
    if (!IsLibraryPath(file.changed->path)) return;
    if (IsWaived(python::StatementOf(call), {"LOG015"})) return;
    sweep.hits.push_back({&file, call, method});
  };
  ForEachNewCall(input.files, {"critical", "debug", "error", "exception", "info", "warning"},
                 visit);
  return sweep;
}

extern constinit const Rule kRootLoggerCall = {
    .info = {.id = "root-logger-call",
             .title = {"Log through the root logger", "通过 root logger 记录日志"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kMaintainability,
             .message = {"`logging.{method}` logs through the root logger{more}",
                         "`logging.{method}` 通过 root logger 记录日志{more}"},
             .consequence = {"The level of this module cannot be set separately, and the record "
                             "does not say which module it comes from",
                             "无法单独设置该模块的日志级别，日志记录也看不出来自哪里"},
             .advice = {"{remedy}", "{remedy}"},
             .phrases = kPhrases,
             .why = "A logger named after the module can be filtered and configured.",
             .fix = "Use the module's logger.",
             .bad = R"py(
# --- pkg/core/cache.py
import logging

def warm(cache):
    logging.info("warming %d", len(cache))
)py",
             .good = R"py(
# --- pkg/core/cache.py
import logging

logger = logging.getLogger(__name__)

def warm(cache):
    logger.info("warming %d", len(cache))
)py",
             .references = {"https://docs.astral.sh/ruff/rules/root-logger-call/"},
             .tier = Tier::kHint},
    .check_change = Check};

}  // namespace allreview::rules
