#include "services/report/story/communication.h"

#include "gtest/gtest.h"

namespace allreview::report {
namespace {

TEST(Communication, IsNamedAlikeHoweverItIsWritten) {
  EXPECT_EQ(OperationOf("dist.all_reduce(x, group=tp)"), "allreduce");
  EXPECT_EQ(OperationOf("group.allreduce(x.cuda(), op=op)"), "allreduce");
  EXPECT_EQ(OperationOf("tp all_reduce"), "allreduce");
  EXPECT_EQ(OperationOf("dist.all_gather_into_tensor(out, x)"), "allgather");
  EXPECT_EQ(OperationOf("exchange(x)"), "exchange");
}

TEST(Communication, IsNotNewWhereItStandsForWhatWasThere) {
  analysis::v1::ChangeModel model;
  analysis::v1::Delta& delta = *model.add_symbols()->add_deltas();
  delta.set_kind(analysis::v1::Delta::KIND_COLLECTIVE);
  delta.set_before("group.allreduce(x)");
  EXPECT_TRUE(DroppedCommunication(model).Replaces("all_reduce over tp"));
  EXPECT_FALSE(DroppedCommunication(model).Replaces("all_gather over tp"));
  delta.set_after("group.allreduce(y)");
  EXPECT_FALSE(DroppedCommunication(model).Replaces("all_reduce over tp"));
}

TEST(Communication, TakesAWaitOnAnotherLineForNoNewOne) {
  using analysis::v1::Step;
  analysis::v1::FunctionStory story;
  analysis::v1::Effect effect;
  effect.set_kind(analysis::v1::Effect::KIND_SYNCHRONIZES);
  effect.set_what("self.reduce(loss).item()");
  Step& changed = *story.add_steps();
  changed.set_status(Step::STATUS_CHANGED);
  changed.set_code_before("loss = torch.sum(x).item()");
  changed.set_code("loss = torch.sum(x)");
  Step& added = *story.add_steps();
  added.set_status(Step::STATUS_ADDED);
  added.set_code("loss = self.reduce(loss).item()");
  EXPECT_TRUE(WaitedBefore(story, effect));
  changed.set_code("loss = torch.sum(x).item()");
  EXPECT_FALSE(WaitedBefore(story, effect));
}

}  // namespace
}  // namespace allreview::report
