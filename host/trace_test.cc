#include "host/trace.h"

#include <mutex>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "host/span.h"

namespace allreview::host {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kTraceId[] = "4bf92f3577b34da6a3ce929d0e0e4736";
constexpr char kParent[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

class Recorder : public SpanSink {
 public:
  Recorder() { SetSpanSink(this); }
  ~Recorder() override { SetSpanSink(nullptr); }
  std::string Receive(SpanRecord span) override {
    spans.push_back(std::move(span));
    return "";
  }

  std::vector<SpanRecord> spans;
};

TEST(TraceParent, IsReadAndWrittenUnchanged) {
  const std::optional<TraceContext> trace = ParseTraceParent(kParent, "a=1,b=2");
  ASSERT_TRUE(trace.has_value());
  EXPECT_EQ(trace->trace_id, kTraceId);
  EXPECT_EQ(trace->span_id, "00f067aa0ba902b7");
  EXPECT_TRUE(trace->is_sampled);
  EXPECT_EQ(trace->state, "a=1,b=2");
  EXPECT_EQ(FormatTraceParent(*trace), kParent);
}

TEST(TraceParent, SaysWhetherSpansAreWanted) {
  const std::string unsampled = std::string(kParent).substr(0, 53) + "00";
  EXPECT_FALSE(ParseTraceParent(unsampled)->is_sampled);
  EXPECT_EQ(FormatTraceParent(*ParseTraceParent(unsampled)), unsampled);
  EXPECT_TRUE(ParseTraceParent(std::string(kParent).substr(0, 53) + "03")->is_sampled);
}

TEST(TraceParent, OfALaterVersionMayBeLonger) {
  const std::string later = "cc" + std::string(kParent).substr(2);
  EXPECT_TRUE(ParseTraceParent(later + "-what-the-future-brings").has_value());
  EXPECT_FALSE(ParseTraceParent(later + ".what").has_value());
  EXPECT_FALSE(ParseTraceParent(std::string(kParent) + "-00").has_value());
}

TEST(TraceParent, ThatIsInvalidIsReplaced) {
  for (const char* invalid : {"", "00", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                              "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                              "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                              "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                              "00-4bf92f3577b34da6a3ce929d0e0e473-600f067aa0ba902b7-01",
                              "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0g",
                              "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}) {
    EXPECT_FALSE(ParseTraceParent(invalid).has_value()) << invalid;
    const TraceContext trace = TraceFrom(invalid);
    EXPECT_THAT(trace.trace_id, SizeIs(32)) << invalid;
    EXPECT_NE(trace.trace_id, kTraceId) << invalid;
    EXPECT_TRUE(ParseTraceParent(FormatTraceParent(trace)).has_value()) << invalid;
  }
}

TEST(TraceParent, KeepsNoStateThatWouldBreakACall) {
  EXPECT_THAT(ParseTraceParent(kParent, "a=\n").value().state, IsEmpty());
  EXPECT_THAT(ParseTraceParent(kParent, std::string(513, 'a')).value().state, IsEmpty());
  EXPECT_THAT(ParseTraceParent(kParent, std::string(512, 'a')).value().state, SizeIs(512));
}

TEST(Trace, IsNewEachTime) {
  EXPECT_NE(NewTrace().trace_id, NewTrace().trace_id);
  EXPECT_NE(NewSpanId(), NewSpanId());
}

TEST(Span, IsAChildOfItsParent) {
  Recorder recorder;
  {
    Span outer("outer", TraceFrom(kParent), SpanKind::kServer);
    Span inner("inner", outer.context());
    inner.SetAttribute("stage", "fetch");
    inner.SetStatus(absl::UnavailableError("no"));
  }
  ASSERT_THAT(recorder.spans, SizeIs(2));
  const SpanRecord& inner = recorder.spans[0];
  const SpanRecord& outer = recorder.spans[1];
  EXPECT_EQ(inner.name, "inner");
  EXPECT_EQ(inner.context.trace_id, kTraceId);
  EXPECT_EQ(inner.parent_id, outer.context.span_id);
  EXPECT_EQ(outer.parent_id, "00f067aa0ba902b7");
  EXPECT_EQ(inner.code, "UNAVAILABLE");
  EXPECT_TRUE(inner.is_error);
  EXPECT_LE(outer.start, inner.start);
  EXPECT_LE(inner.end, outer.end);
}

TEST(Span, BeginsATraceWhereThereIsNone) {
  Recorder recorder;
  Span("root", {}).End();
  ASSERT_THAT(recorder.spans, SizeIs(1));
  EXPECT_THAT(recorder.spans[0].parent_id, IsEmpty());
  EXPECT_THAT(recorder.spans[0].context.trace_id, SizeIs(32));
}

TEST(Span, IsRecordedOnce) {
  Recorder recorder;
  {
    Span span("once", {});
    span.End();
    span.End();
  }
  EXPECT_THAT(recorder.spans, SizeIs(1));
}

TEST(Span, IsNotRecordedWhereTheCallerWantsNone) {
  Recorder recorder;
  TraceContext parent = TraceFrom(kParent);
  parent.is_sampled = false;
  Span span("quiet", parent);
  EXPECT_EQ(span.context().span_id, parent.span_id);
  span.End();
  EXPECT_THAT(recorder.spans, IsEmpty());
}

TEST(Span, LeavesTheParentInPlaceWithoutASink) {
  EXPECT_EQ(Span("nobody listens", TraceFrom(kParent)).context().span_id, "00f067aa0ba902b7");
}

}  // namespace
}  // namespace allreview::host
