#include <iterator>

#include "analyzers/intent/cue.h"

namespace allreview::intent {
namespace {

constexpr ChineseCue kChinese[] = {
    {Role::kReason, "因为"},
    {Role::kReason, "由于"},
    {Role::kReason, "以便"},
    {Role::kReason, "避免"},
    {Role::kReason, "为了"},
    {Role::kReason, "防止"},
    {Role::kReason, "否则"},
    {Role::kReason, "因此"},
    {Role::kReason, "所以"},
    {Role::kReason, "从而"},
    {Role::kProblem, "错误"},
    {Role::kProblem, "溢出"},
    {Role::kProblem, "显存不足"},
    {Role::kProblem, "泄漏"},
    {Role::kProblem, "死锁"},
    {Role::kProblem, "不正确"},
    {Role::kProblem, "修复"},
    {Role::kProblem, "崩溃"},
    {Role::kProblem, "报错"},
    {Role::kProblem, "卡死"},
    {Role::kProblem, "失败"},
    {Role::kProblem, "导致"},
    {Role::kProblem, "之前", true},
    {Role::kProblem, "目前", true},
    {Role::kDecision, "改为"},
    {Role::kDecision, "而不是"},
    {Role::kDecision, "故意"},
    {Role::kDecision, "有意"},
    {Role::kDecision, "暂时"},
    {Role::kDecision, "我们选择"},
    {Role::kAlternative, "而不是"},
    {Role::kAlternative, "备选"},
    {Role::kAlternative, "替代方案"},
    {Role::kAlternative, "另一种方案"},
    {Role::kLimit, "不支持"},
    {Role::kLimit, "不兼容"},
    {Role::kLimit, "仅支持"},
    {Role::kLimit, "只支持"},
    {Role::kLimit, "限制"},
    {Role::kLimit, "已废弃"},
    {Role::kLimit, "暂未"},
    {Role::kLimit, "尚未"},
    {Role::kLimit, "仅适用"},
    {Role::kLimit, "后续", true},
    {Role::kLimit, "代价"},
    {Role::kInvariant, "必须"},
    {Role::kInvariant, "总是"},
    {Role::kInvariant, "始终"},
    {Role::kInvariant, "从不"},
    {Role::kInvariant, "假设"},
    {Role::kInvariant, "假定"},
    {Role::kInvariant, "保证"},
    {Role::kInvariant, "不能为空"},
    {Role::kShape, "形状为"},
    {Role::kUnit, "单位"},
    {Role::kUnit, "毫秒"},
    {Role::kUnit, "字节"},
    {Role::kTrial, "已测试", true},
    {Role::kTrial, "已验证", true},
    {Role::kTrial, "单测", true},
    {Role::kTrial, "测试通过", true},
};

}  // namespace

const std::vector<Cue>& Cues() {
  static const std::vector<Cue>& cues = *[] {
    auto* made = new std::vector<Cue>();
    AddCuesOfChoices(*made);
    AddCuesOfBounds(*made);
    return made;
  }();
  return cues;
}

const std::vector<ChineseCue>& ChineseCues() {
  static const std::vector<ChineseCue>& cues =
      *new std::vector<ChineseCue>(std::begin(kChinese), std::end(kChinese));
  return cues;
}

}  // namespace allreview::intent
