// allreview diff: the parsed model of a diff, printed while it is parsed.

#include <memory>
#include <string>
#include <utility>

#include "gateway/cli/commands.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/input.h"
#include "gateway/cli/interrupt.h"
#include "gateway/cli/read_stream.h"
#include "gateway/cli/render_diff.h"
#include "gateway/cli/session.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::cli {
namespace {

using diff::v1::ParseRequest;
using diff::v1::ParseResponse;
using review::v1::ReviewService;

// Counts and positions are printed, never text: it need not travel back.
ParseRequest Options() {
  ParseRequest request;
  for (int i = change::v1::FileClass_MIN; i <= change::v1::FileClass_MAX; ++i) {
    request.mutable_options()->add_omit_text_of(static_cast<change::v1::FileClass>(i));
  }
  return request;
}

absl::Status Parse(ReviewService::Stub& stub, grpc::ClientContext& context,
                   const Arguments& arguments, Input& input, DiffRenderer& renderer, Output& out) {
  const auto stream = stub.ParseDiff(&context);
  stream->Write(Options());
  input.Start({.write =
                   [&](std::string piece) {
                     ParseRequest part;
                     part.set_chunk(std::move(piece));
                     return stream->Write(part);
                   },
               .done = [&] { stream->WritesDone(); },
               .fail = [&] { context.TryCancel(); }});
  return ReadStream<ParseResponse>(*stream, context, &input, arguments,
                                   [&](const ParseResponse& part) {
                                     out.Write(renderer.Add(part));
                                     return out.status();
                                   });
}

}  // namespace

int RunDiff(const Command& command, const Arguments& arguments, const Session& session) {
  const std::string name = arguments.positional[0];
  const absl::StatusOr<std::unique_ptr<Input>> input = Input::Open(name, session.environment.input);
  if (!input.ok()) return Fail(session, input.status());
  Interrupt interrupt;
  const absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
      session.connect(command, arguments);
  if (!channel.ok()) return FailSetup(session, channel.status());
  const std::unique_ptr<ReviewService::Stub> stub = ReviewService::NewStub(*channel);
  const host::ClientContextPtr context = NewContext();
  const std::unique_ptr<DiffRenderer> renderer =
      arguments.Get(kTextFormat) == "json" ? NewJsonDiffRenderer() : NewTextDiffRenderer(name);
  interrupt.OnSignal([&] { context->TryCancel(); });
  const absl::Status status = Parse(*stub, *context, arguments, **input, *renderer, session.out);
  interrupt.OnSignal(nullptr);
  if (!status.ok()) return FailCall(session, status, interrupt.signal());
  session.out.Write(renderer->Finish());
  return renderer->has_errors() ? kExitFindings : kExitOk;
}

}  // namespace allreview::cli
