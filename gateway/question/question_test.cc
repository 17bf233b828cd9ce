#include "gateway/question/question.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using report::v1::AuditFocus;
using ::testing::HasSubstr;

// "SCALING | T=400000 | paths a.py | names backward | not benchmark | change | zh".
std::string ToString(const Question& question) {
  std::vector<std::string> parts, checks, sizes;
  for (int check : question.focus.checks()) {
    checks.push_back(AuditFocus::Check_Name(static_cast<AuditFocus::Check>(check)).substr(6));
  }
  parts.push_back(checks.empty() ? "ALL" : absl::StrJoin(checks, " "));
  for (const AuditFocus::Size& size : question.focus.sizes()) {
    sizes.push_back(size.value() > 0 ? absl::StrCat(size.dimension(), "=", size.value())
                                     : absl::StrCat(size.dimension(), "×", size.factor()));
  }
  if (!sizes.empty()) parts.push_back(absl::StrJoin(sizes, " "));
  const auto add = [&](const char* name, const auto& texts) {
    if (!texts.empty()) parts.push_back(absl::StrCat(name, " ", absl::StrJoin(texts, " ")));
  };
  add("paths", question.focus.paths());
  add("names", question.focus.names());
  add("not", question.focus.unanswered());
  if (question.is_about_change) parts.push_back("change");
  if (question.is_chinese) parts.push_back("zh");
  return absl::StrJoin(parts, " | ");
}

struct Case {
  std::string text, wanted;
};

TEST(Question, IsUnderstoodByTheWordsThatPeopleUse) {
  const Case kCases[] = {
      {"Review the streaming.py implementation for production readiness",
       "ALL | paths streaming.py"},
      {"Audit the backward pass for numerical stability issues", "NUMERICS | names backward"},
      {"Check if this code will scale to T=400K sequences", "SCALING | T=400000"},
      {"Review this PR for memory leaks and gradient issues", "MEMORY GRADIENTS | change"},
      {"is src/flash/nn.py production ready?", "ALL | paths src/flash/nn.py"},
      {"Is megatron/core/optimizer production ready", "ALL | paths megatron/core/optimizer"},
      {"does `SemiMarkovCRF.forward` scale with seq_len = 1,000,000 and K=100?",
       "SCALING | seq_len=1000000 K=100 | names SemiMarkovCRF.forward forward"},
      {"what happens at 10x the batch", "SCALING | ×10"},
      {"will it hang on 100 GPUs", "DISTRIBUTED SCALING | gpus=100"},
      {"how does memory grow with 400K tokens", "SCALING MEMORY | T=400000"},
      {"find NaNs and overflow in the loss", "NUMERICS | names loss"},
      {"any deadlocks in this change?", "DISTRIBUTED | change"},
      {"are the devices right in router.py", "DEVICES | paths router.py"},
      {"is this diff tested", "TESTS | change"},
      {"why is it slow, please benchmark it", "PERFORMANCE | not benchmark"},
      {"check code", "ALL"},
      {"检查这段代码能否扩展到 T=40 万", "SCALING | T=400000 | zh"},
      {"审计 streaming.py 的反向传播是否数值稳定",
       "NUMERICS | paths streaming.py | names backward | zh"},
      {"这个改动会不会造成显存泄漏或梯度问题", "MEMORY GRADIENTS | change | zh"},
      {"在 100 张卡上会不会死锁", "DISTRIBUTED SCALING | gpus=100 | zh"},
      {"规模放大 10 倍时复杂度如何", "SCALING | ×10 | zh"},
      {"可以上线了吗？顺便测一下吞吐", "ALL | not 吞吐 | zh"},
  };
  for (const Case& each : kCases) {
    SCOPED_TRACE(each.text);
    ASSERT_OK_AND_ASSIGN(const Question question, ParseQuestion(each.text));
    EXPECT_EQ(ToString(question), each.wanted);
    EXPECT_EQ(question.focus.request(), each.text);
  }
}

TEST(Question, WithoutAKnownWordIsAnErrorWithExamples) {
  for (const char* text : {"", "hello", "what is the weather", "make it faster than light",
                           "rewrite everything in Rust", "你好"}) {
    SCOPED_TRACE(text);
    EXPECT_THAT(ParseQuestion(text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("allreview ask \"")));
  }
}

TEST(Question, TakesNoNumberOutOfAWord) {
  ASSERT_OK_AND_ASSIGN(const Question question,
                       ParseQuestion("numerics of fp16 and H100 code in utils2.py, int8"));
  EXPECT_EQ(ToString(question), "NUMERICS | paths utils2.py");
}

}  // namespace
}  // namespace allreview::gateway
