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

}  // namespace
}  // namespace allreview::report
