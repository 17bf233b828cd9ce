#include "services/report/documents/audit/impact.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "review/language/sentence_end.h"
#include "services/report/documents/audit/cost_rows.h"
#include "services/report/documents/audit/cost_text.h"
#include "services/report/documents/numerics.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/model_index.h"
#include "services/report/story/statement_lines.h"
#include "services/report/story/statement_text.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeStatement;
using analysis::v1::Delta;
using analysis::v1::Effect;
using analysis::v1::FunctionStory;
using Check = report::v1::AuditFocus;

constexpr size_t kMaxOfArea = 5;
constexpr size_t kMaxEffects = 100;

constexpr Phrase kBehaviour("Behaviour", "行为");
constexpr Phrase kCost("Cost", "开销");
constexpr Phrase kCommunication("Communication", "通信");
constexpr Phrase kSynchronisation("Synchronisation", "同步");
constexpr Phrase kNumerics("Numerics", "数值");
constexpr Phrase kFiles("Files", "文件");
constexpr Phrase kFailures("Failures", "失败路径");
constexpr Phrase kCheckpoints("Checkpoints", "Checkpoint");
constexpr Phrase kConfiguration("Configuration", "配置");
constexpr Phrase kCallers("Callers", "调用方");
constexpr Phrase kLogs("Logs and metrics", "日志与指标");

class Impact {
 public:
  explicit Impact(const AuditView& view) : view_(view), index_(view.review().model()) {}

  std::string Markdown() {
    if (view_.Wants(Check::CHECK_SCALING) || view_.Wants(Check::CHECK_MEMORY)) AddCosts();
    if (view_.Wants(Check::CHECK_DISTRIBUTED)) AddTraffic(kCommunication);
    if (view_.Wants(Check::CHECK_PERFORMANCE)) AddTraffic(kSynchronisation);
    if (view_.Wants(Check::CHECK_NUMERICS)) AddNumerics();
    if (!view_.focus.checks().empty()) return text_;
    AddFiles();
    AddFailures();
    AddStatements(ChangeStatement::KIND_CHECKPOINT, kCheckpoints);
    AddStatements(ChangeStatement::KIND_CONFIGURATION, kConfiguration);
    AddStatements(ChangeStatement::KIND_CALLERS, kCallers);
    AddStatements(ChangeStatement::KIND_OBSERVATION, kLogs);
    const Statements effects = Effects();
    const bool is_move =
        !effects.empty() && absl::StartsWith(effects.front()->predicate(), "moves");
    if (text_.empty() || is_move) AddBehaviour();
    return text_;
  }

 private:
  void Add(const Phrase& area, const std::vector<std::string>& rows) {
    constexpr Phrase kRow("- **{area}**: {text}\n", "- **{area}**：{text}\n");
    constexpr Phrase kMore("{count} more of this kind", "同类另有 {count} 项");
    const auto add = [&](const std::string& row) {
      text_ += Say(view_.language, kRow,
                   {{"area", area.In(view_.language)}, {"text", WithEnd(view_.language, row)}});
    };
    for (size_t i = 0; i < std::min(rows.size(), kMaxOfArea); ++i) add(rows[i]);
    if (rows.size() > kMaxOfArea) {
      add(Say(view_.language, kMore, {{"count", absl::StrCat(rows.size() - kMaxOfArea)}}));
    }
  }

  // A change of tools alone is told of as it is.
  bool IsProduction(absl::string_view path) const {
    return view_.SettingOf(std::string(path)) == Setting::kProduction || !view_.HasProduction();
  }

  bool IsProduction(const ChangeStatement& statement) const {
    return statement.places().empty() || IsProduction(statement.places(0).path());
  }

  // What grows, and what tensors the change makes or spares.
  void AddCosts() {
    std::vector<std::string> rows = CostRows(view_, index_);
    for (const ChangeStatement* cost : Costs()) {
      if (IsOfTraffic(*cost)) continue;
      rows.push_back(StatementMarkdown(view_.language, *cost, WithPlace::kYes));
    }
    Add(kCost, rows);
  }

  // Collectives, or waits of the CPU.
  void AddTraffic(const Phrase& area) {
    std::vector<std::string> rows;
    for (const ChangeStatement* cost : Costs()) {
      const bool waits = cost->predicate() == "waits";
      if (!IsOfTraffic(*cost) || waits != (&area == &kSynchronisation)) continue;
      rows.push_back(StatementMarkdown(view_.language, *cost, WithPlace::kYes));
    }
    Add(area, rows);
  }

  Statements Costs() const {
    Statements costs =
        StatementsOf(view_.review().model(), {ChangeStatement::KIND_COST}, kMaxEffects);
    std::erase_if(costs, [&](const ChangeStatement* cost) { return !IsProduction(*cost); });
    return costs;
  }

  void AddFiles() {
    constexpr Phrase kWrites("{name} writes {what}{often}", "{name} 写入 {what}{often}");
    std::vector<std::string> rows;
    for (const FunctionStory& story : view_.review().model().functions()) {
      if (!IsProduction(PathOfSymbol(story.symbol()))) continue;
      for (const Effect& effect : story.effects()) {
        if (effect.kind() != Effect::KIND_WRITES_FILE || !effect.is_new()) continue;
        rows.push_back(Say(view_.language, kWrites,
                           {{"name", NameAndPlace(view_.language, story.symbol(), effect.range())},
                            {"what", ShortCode(effect.what())},
                            {"often", WhenItRuns(view_.language, index_, story.symbol())}}));
      }
    }
    Add(kFiles, rows);
  }

  void AddNumerics() {
    constexpr Phrase kDtype("{name} changes a dtype: {before} → {after}",
                            "{name} 的 dtype 改变：{before} → {after}");
    std::vector<std::string> rows = NumericsRows(view_.language, view_.review().numerics());
    for (const ChangedSymbol& symbol : view_.review().model().symbols()) {
      if (!IsProduction(symbol.path()) || symbol.status() == ChangedSymbol::STATUS_ADDED) continue;
      for (const Delta& delta : symbol.deltas()) {
        const bool differs = !delta.before().empty() && !delta.after().empty();
        if (delta.kind() != Delta::KIND_DTYPE || !differs) continue;
        rows.push_back(Say(view_.language, kDtype,
                           {{"name", NameAndPlace(view_.language, symbol.name(), delta.range())},
                            {"before", ShortCode(delta.before())},
                            {"after", ShortCode(delta.after())}}));
      }
    }
    Add(kNumerics, rows);
  }

  static bool IsFailure(const ChangeStatement& statement) {
    return statement.predicate() == "fails-newly" || statement.predicate() == "no-longer-fails";
  }

  // What is different for whoever runs it, where nothing else is known; the review tells the rest.
  void AddBehaviour() {
    constexpr size_t kMost = 2;
    std::vector<std::string> rows;
    for (const ChangeStatement* effect : Effects()) {
      const bool is_told = effect->predicate() == "only-annotations" || IsFailure(*effect);
      if (is_told || rows.size() == kMost) continue;
      rows.push_back(StatementMarkdown(view_.language, *effect, WithPlace::kYes));
    }
    Add(kBehaviour, rows);
  }

  // A function that both gains and loses a check has it written in another way.
  void AddFailures() {
    std::map<std::string, std::set<std::string>> predicates;
    for (const ChangeStatement* effect : Effects()) {
      if (IsFailure(*effect)) predicates[effect->subject()].insert(effect->predicate());
    }
    std::vector<std::string> rows;
    std::set<std::string> told;
    for (const ChangeStatement* effect : Effects()) {
      if (!IsFailure(*effect)) continue;
      told.insert(effect->subject());
      if (predicates[effect->subject()].size() > 1) continue;
      rows.push_back(StatementMarkdown(view_.language, *effect, WithPlace::kYes));
    }
    AddRaises(told, rows);
    Add(kFailures, rows);
  }

  // Exceptions of functions that no statement speaks of.
  void AddRaises(const std::set<std::string>& told, std::vector<std::string>& rows) const {
    constexpr Phrase kRow("{name} {clause}", "{name} {clause}");
    for (const ChangedSymbol& symbol : view_.review().model().symbols()) {
      const bool is_told = told.contains(absl::StrCat(symbol.path(), ":", symbol.name()));
      if (is_told || symbol.status() == ChangedSymbol::STATUS_ADDED ||
          !IsProduction(symbol.path())) {
        continue;
      }
      for (const Delta& delta : symbol.deltas()) {
        const bool is_one_sided = delta.before().empty() != delta.after().empty();
        if (delta.kind() != Delta::KIND_RAISE || !is_one_sided) continue;
        rows.push_back(Say(view_.language, kRow,
                           {{"name", NameAndPlace(view_.language, symbol.name(), delta.range())},
                            {"clause", DeltaClause(view_.language, delta)}}));
      }
    }
  }

  Statements Effects() const {
    Statements effects =
        StatementsOf(view_.review().model(), {ChangeStatement::KIND_EFFECT}, kMaxEffects);
    std::erase_if(effects, [&](const ChangeStatement* effect) { return !IsProduction(*effect); });
    return effects;
  }

  void AddStatements(ChangeStatement::Kind kind, const Phrase& area) {
    std::vector<std::string> rows;
    for (const ChangeStatement* statement :
         StatementsOf(view_.review().model(), {kind}, kMaxEffects)) {
      if (!IsProduction(*statement)) continue;
      rows.push_back(StatementMarkdown(view_.language, *statement, WithPlace::kYes));
    }
    Add(area, rows);
  }

  const AuditView& view_;
  const ModelIndex index_;
  std::string text_;
};

}  // namespace

std::string ImpactMarkdown(const AuditView& view) {
  const std::string rows = Impact(view).Markdown();
  return rows.empty() ? "" : absl::StrCat(rows, "\n");
}

}  // namespace allreview::report
