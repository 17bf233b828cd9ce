// allreview numerics: measures tensor expressions in low precision.

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "base/file.h"
#include "base/proto_json.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/interrupt.h"
#include "gateway/cli/numerics_plot.h"
#include "gateway/cli/numerics_request.h"
#include "gateway/cli/read_stream.h"
#include "gateway/cli/render_numerics.h"
#include "gateway/cli/session.h"
#include "gateway/cli/unary_call.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::cli {
namespace {

using numerics::v1::EvaluateRequest;
using numerics::v1::EvaluateResponse;
using numerics::v1::GetCapabilitiesRequest;
using numerics::v1::GetCapabilitiesResponse;
using numerics::v1::ReplayRequest;
using review::v1::ReviewService;

using Take = std::function<absl::Status(const EvaluateResponse&)>;

// One call for all requests; answers as they come. An exit code when there is no more to say.
std::optional<int> Evaluate(const Command& command, const Arguments& arguments,
                            const Session& session, const std::vector<EvaluateRequest>& requests,
                            const Take& take) {
  Interrupt interrupt;
  const absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
      session.connect(command, arguments);
  if (!channel.ok()) return FailSetup(session, channel.status());
  const std::unique_ptr<ReviewService::Stub> stub = ReviewService::NewStub(*channel);
  const host::ClientContextPtr context = NewContext();
  interrupt.OnSignal([&] { context->TryCancel(); });
  const auto stream = stub->EvaluateNumerics(context.get());
  std::thread writer([&] {
    for (const EvaluateRequest& request : requests) {
      if (!stream->Write(request)) return;
    }
    stream->WritesDone();
  });
  const absl::Status status =
      ReadStream<EvaluateResponse>(*stream, *context, nullptr, arguments, take);
  writer.join();
  interrupt.OnSignal(nullptr);
  if (!status.ok()) return FailCall(session, status, interrupt.signal());
  return std::nullopt;
}

// A JSON array, element by element.
class JsonList {
 public:
  explicit JsonList(Output& out) : out_(out) {}
  void Add(const EvaluateResponse& response) {
    out_.Write(absl::StrCat(is_first_ ? "[" : ",", "\n", ToJson(response)));
    is_first_ = false;
  }
  void Finish() { out_.Write(is_first_ ? "[]\n" : "]\n"); }

 private:
  Output& out_;
  bool is_first_ = true;
};

// What became of the expressions of one command.
struct Tally {
  int measured = 0;
  int failing = 0;
  int refused = 0;
  bool is_complete = true;

  void Add(const EvaluateResponse& response) {
    is_complete = is_complete && response.is_complete();
    if (!response.not_extracted().empty()) {
      ++refused;
      return;
    }
    ++measured;
    failing += HasFailure(response);
  }

  int ExitCode() const {
    if (failing > 0) return kExitFindings;
    if (!is_complete) return kExitIncomplete;
    return measured > 0 ? kExitOk : kExitFailed;
  }
};

absl::Status WriteSvg(const Arguments& arguments, const EvaluateResponse& response) {
  if (!arguments.Has(kSvg)) return absl::OkStatus();
  return WriteFile(arguments.Get(kSvg), SvgPlot(response));
}

int RunSuite(const std::vector<SuiteRow>& rows, const Command& command, const Arguments& arguments,
             const Session& session) {
  std::vector<EvaluateRequest> requests;
  for (const SuiteRow& row : rows) *requests.emplace_back().mutable_suite_case() = row.suite_case;
  int right = 0;
  const auto take = [&](const EvaluateResponse& response) {
    const auto& asked = rows[response.request()].suite_case;
    const numerics::v1::SuiteResult& suite = response.suite();
    right += suite.is_expected();
    std::string line = absl::StrFormat("%-5s %-26s", suite.is_expected() ? "ok" : "WRONG",
                                       PrintableText(asked.name()));
    if (!response.not_extracted().empty()) {
      absl::StrAppend(&line, " ", PrintableText(response.not_extracted()));
    } else {
      absl::StrAppendFormat(&line,
                            " %-13s expected %-13s %-10s wrong %.4f lost %.4f overflow %.4f "
                            "underflow %.4f",
                            suite.verdict(), asked.expected(), suite.operation(), suite.failing(),
                            suite.lost(), suite.overflow(), suite.underflow());
    }
    if (!suite.rewrite_verdict().empty()) {
      absl::StrAppendFormat(&line, " rewrite %s %.4f", suite.rewrite_verdict(),
                            suite.rewrite_failing());
    }
    if (!suite.rewrite_error().empty()) {
      absl::StrAppend(&line, " rewrite: ", PrintableText(suite.rewrite_error()));
    }
    session.out.Write(absl::StrCat(line, "\n"));
    return session.out.status();
  };
  const std::optional<int> code = Evaluate(command, arguments, session, requests, take);
  if (code.has_value()) return *code;
  session.out.Write(absl::StrCat(right, " of ", rows.size(), " verdicts\n"));
  return right == static_cast<int>(rows.size()) ? kExitOk : kExitFindings;
}

}  // namespace

int RunNumericsCheck(const Command& command, const Arguments& arguments, const Session& session) {
  const absl::StatusOr<EvaluateRequest> request = MakeCheckRequest(arguments, session.environment);
  if (!request.ok()) return FailSetup(session, request.status());
  const std::string format = arguments.Get(kNumericsFormat, "text");
  JsonList json(session.out);
  Tally tally;
  const auto take = [&](const EvaluateResponse& response) {
    if (format == "json") json.Add(response);
    if (format == "svg") session.out.Write(SvgPlot(response));
    if (format == "text") {
      const bool is_first = tally.measured + tally.refused == 0;
      session.out.Write(absl::StrCat(is_first ? "" : "\n", NumericsText(response)));
    }
    tally.Add(response);
    const absl::Status drawn = WriteSvg(arguments, response);
    return drawn.ok() ? session.out.status() : drawn;
  };
  const std::optional<int> code = Evaluate(command, arguments, session, {*request}, take);
  if (code.has_value()) return *code;
  if (format == "json") json.Finish();
  return tally.ExitCode();
}

int RunNumericsFpcore(const Command& command, const Arguments& arguments, const Session& session) {
  const absl::StatusOr<EvaluateRequest> request = MakeFpcoreRequest(arguments, session.environment);
  if (!request.ok()) return FailSetup(session, request.status());
  const bool is_json = arguments.Get(kTextFormat) == "json";
  JsonList json(session.out);
  Tally tally;
  const auto take = [&](const EvaluateResponse& response) {
    tally.Add(response);
    if (is_json) {
      json.Add(response);
    } else {
      session.out.Write(absl::StrCat(PrintableText(response.expression().symbol()), ": ",
                                     NumericsLine(response), "\n"));
    }
    return session.out.status();
  };
  const std::optional<int> code = Evaluate(command, arguments, session, {*request}, take);
  if (code.has_value()) return *code;
  if (is_json) {
    json.Finish();
  } else {
    session.out.Write(absl::StrCat(tally.measured, " cores measured, ", tally.failing,
                                   " of them lose digits, ", tally.refused, " not measured\n"));
  }
  return tally.measured > 0 ? kExitOk : kExitFailed;
}

int RunNumericsSuite(const Command& command, const Arguments& arguments, const Session& session) {
  const std::string path = AbsolutePath(session.environment, arguments.positional[0]);
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return Fail(session, text.status());
  const absl::StatusOr<std::vector<SuiteRow>> rows = ReadSuite(*text);
  if (!rows.ok()) {
    return Fail(session,
                absl::InvalidArgumentError(absl::StrCat(path, ": ", rows.status().message())));
  }
  return RunSuite(*rows, command, arguments, session);
}

int RunNumericsReplay(const Command& command, const Arguments& arguments, const Session& session) {
  ReplayRequest request;
  request.set_replay(arguments.positional[0]);
  const Answer<EvaluateResponse> answer =
      CallReviewService(command, arguments, session, &ReviewService::Stub::ReplayNumerics, request);
  if (!answer.response) return answer.exit_code;
  if (arguments.Get(kTextFormat) == "json") {
    session.out.Write(ToJson(*answer.response));
    return kExitOk;
  }
  const finding::v1::Measurement& it = answer.response->results(0).measurement();
  session.out.Write(absl::StrCat(it.format(), ": ",
                                 PrintableText(absl::StrJoin(it.witness_inputs(), " ")), " gives ",
                                 it.result(), ", exact is ", it.reference(), " (", it.verdict(),
                                 ", ", answer.response->backend(), ")\n"));
  return kExitOk;
}

int RunNumericsSelfTest(const Command& command, const Arguments& arguments,
                        const Session& session) {
  GetCapabilitiesRequest request;
  request.set_with_self_test(true);
  const Answer<GetCapabilitiesResponse> answer = CallReviewService(
      command, arguments, session, &ReviewService::Stub::GetNumericsCapabilities, request);
  if (!answer.response) return answer.exit_code;
  const GetCapabilitiesResponse& response = *answer.response;
  if (arguments.Get(kTextFormat) == "json") {
    session.out.Write(ToJson(response));
  } else {
    session.out.Write(
        absl::StrCat("backends: ", absl::StrJoin(response.backends(), ", "),
                     "\nGPU: ", response.cuda_error().empty() ? "used" : response.cuda_error(),
                     "\noperations: ", response.operations_size(), "\narithmetic: ",
                     response.self_test_error().empty() ? "the same bits as everywhere"
                                                        : response.self_test_error(),
                     "\n"));
  }
  return response.self_test_error().empty() ? kExitOk : kExitFindings;
}

}  // namespace allreview::cli
