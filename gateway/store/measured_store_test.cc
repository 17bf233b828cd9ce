#include "gateway/store/measured_store.h"

#include "base/status_matchers.h"
#include "gateway/store/open_store.h"

namespace allreview::gateway {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kCount[] = "allreview_store_operation_duration_seconds_count";

TEST(MeasuredStore, TimesEachOperationByItsResult) {
  host::Metrics metrics;
  const auto store = MeasureStore(OpenKeyedStore("sqlite::memory:", {}).value(), "sqlite", metrics);
  EXPECT_THAT(metrics.Text(), Not(HasSubstr(kCount)));
  ASSERT_OK(store->Commit({{.key = "a/1", .value = "one"}}));
  EXPECT_THAT(store->Commit({{.key = "a/1", .value = "two", .expected_version = 0}}),
              StatusIs(absl::StatusCode::kAborted, HasSubstr("a/1")));
  EXPECT_EQ(store->Get("a/1").value()->value, "one");
  EXPECT_EQ(store->Get("a/2").value(), std::nullopt);
  EXPECT_EQ(store->Scan(KeysWithPrefix("a/"))->size(), 1u);
  EXPECT_GT(store->SizeBytes().value(), 0);
  for (const char* line : {R"({backend="sqlite",code="OK",operation="commit"} 1)",
                           R"({backend="sqlite",code="ABORTED",operation="commit"} 1)",
                           R"({backend="sqlite",code="OK",operation="get"} 2)",
                           R"({backend="sqlite",code="OK",operation="scan"} 1)"}) {
    EXPECT_THAT(metrics.Text(), HasSubstr(std::string(kCount) + line));
  }
}

}  // namespace
}  // namespace allreview::gateway
