// Dispatch and combine of expert tokens exchange the wrong split sizes.

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "base/text_search.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kSameSizes("same-sizes", "receives and sends with the same split sizes `{sizes}`",
                            "接收和发送使用了同样的切分大小 `{sizes}`");
constexpr Phrase kGiveBothSizes(
    "give-both-sizes",
    "Pass the received counts as the output sizes and the sent counts as the input sizes",
    "以每个 rank 接收的数量为输出大小，以发送的数量为输入大小");
constexpr Phrase kReceiveAndSend("receive-and-send", "Receive by `{received}` and send by `{sent}`",
                                 "按 `{received}` 接收，按 `{sent}` 发送");
constexpr Phrase kReceivesAndSends("receives-and-sends",
                                   "receives by `{received}` and sends by `{sent}`",
                                   "按 `{received}` 接收，按 `{sent}` 发送");
constexpr Phrase kSendsBackBySame(
    "sends-back-by-same",
    "sends tokens back with the sizes of the dispatch: `{method}` (line {line}) also receives by "
    "`{sizes}`",
    "按去程的大小把 token 送回：`{method}`（第 {line} 行）接收时也用 `{sizes}`");
constexpr Phrase kDispatch("dispatch", "the dispatch", "去程");
constexpr Phrase kPhrases[] = {kSameSizes,        kGiveBothSizes,   kReceiveAndSend,
                               kReceivesAndSends, kSendsBackBySame, kDispatch};

// One exchange with uneven splits.
struct Exchange {
  Node call, received, sent;  // Split sizes of what comes in and of what goes out.
  absl::string_view method;
  bool HasSameSplitsAs(const Exchange& other) const {
    return received.text() == other.received.text() && sent.text() == other.sent.text();
  }
};

// all_to_all_single(output, input, received, sent), all_to_all(group, input, received, sent).
Exchange ExchangeOf(Node call) {
  const absl::string_view name = CalleeName(call);
  if (!absl::StartsWith(name, "all_to_all")) return {};
  Exchange exchange;
  exchange.call = call;
  for (absl::string_view keyword : {"output_split_sizes", "output_split_sizes_"}) {
    if (!exchange.received) exchange.received = python::KeywordArgument(call, keyword);
  }
  exchange.sent = python::KeywordArgument(call, "input_split_sizes");
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (!exchange.received && arguments.positional.size() > 2) {
    exchange.received = arguments.positional[2];
  }
  if (!exchange.sent && arguments.positional.size() > 3) exchange.sent = arguments.positional[3];
  const auto is_name = [](Node node) {
    return node.Is(NodeKind::kIdentifier) || node.Is(NodeKind::kAttribute);
  };
  return is_name(exchange.received) && is_name(exchange.sent) ? exchange : Exchange{};
}

bool IsDispatch(absl::string_view method) {
  return absl::StrContains(method, "dispatch") ||
         (absl::StrContains(method, "permut") && !absl::StrContains(method, "unpermut"));
}

bool IsCombine(absl::string_view method) {
  return absl::StrContains(method, "combine") || absl::StrContains(method, "unpermut");
}

bool SpeaksOfExperts(const Definition& a_class) {
  const std::string text = absl::AsciiStrToLower(a_class.node.text());
  return absl::StrContains(text, "expert") || absl::StrContains(text, "token") ||
         absl::StrContains(text, "moe");
}

// [n] * size: all splits alike.
bool AreAllAlike(const Module& module, const Definition& a_class, Node splits) {
  const auto is_even = [](Node value) {
    return value.Is(NodeKind::kBinaryOperator) || value.Is(NodeKind::kNone) ||
           value.Is(NodeKind::kListComprehension);
  };
  for (absl::string_view word : {"even", "equal", "uniform"}) {
    if (absl::StrContains(splits.text(), word)) return true;
  }
  if (splits.Is(NodeKind::kIdentifier)) {
    const Node value = module.Dereference(splits);
    return value.Is(NodeKind::kIdentifier) || is_even(value);  // Unknown: silent.
  }
  const auto values = module.SelfAttributeValues(a_class, LastName(splits));
  bool is_even_or_unknown = true;
  for (Node value : values) is_even_or_unknown &= is_even(value);
  return is_even_or_unknown;
}

void ReportSame(FileContext& file, const Exchange& exchange) {
  file.Report({.at = exchange.call,
               .params = {{"method", std::string(exchange.method)},
                          {"fault", Sentence(kSameSizes, {{"sizes", exchange.sent.text()}})},
                          {"cure", kGiveBothSizes}}});
}

Observation Swapped(const Module& module, const Exchange& exchange, Words fault) {
  return {.at = exchange.call,
          .params = {{"method", std::string(exchange.method)},
                     {"fault", std::move(fault)},
                     {"cure", Sentence(kReceiveAndSend, {{"received", exchange.sent.text()},
                                                         {"sent", exchange.received.text()}})}},
          .edits = {Replace(module, exchange.received, std::string(exchange.sent.text())),
                    Replace(module, exchange.sent, std::string(exchange.received.text()))}};
}

// Dispatch whose own names say that the sizes are the wrong way round.
bool IsSwappedByName(const Exchange& exchange) {
  return absl::StrContains(LastName(exchange.received), "input_split") &&
         absl::StrContains(LastName(exchange.sent), "output_split");
}

bool IsAssignedIn(const Definition& function, Node splits) {
  return AnyOwnNode(function.body, splits.kind(), [&](Node node) {
    if (node.text() != splits.text()) return false;
    Node target = node;
    while (target.parent().Is(NodeKind::kPatternList)) target = target.parent();
    return target.field() == Field::kLeft && target.parent().Is(NodeKind::kAssignment);
  });
}

std::vector<Exchange> ExchangesIn(const Module& module, const Definition& a_class) {
  std::vector<Exchange> exchanges;
  for (Node node : a_class.body.descendants(NodeKind::kCall)) {
    Exchange exchange = ExchangeOf(node);
    const Definition* function = module.EnclosingFunction(node);
    if (!exchange.call || function == nullptr) continue;
    exchange.method = function->simple_name;
    exchanges.push_back(exchange);
  }
  return exchanges;
}

void CheckPairs(FileContext& file, const std::vector<Exchange>& exchanges) {
  const Module& module = file.module();
  for (const Exchange& combine : exchanges) {
    if (!IsCombine(combine.method)) continue;
    const Definition* function = module.EnclosingFunction(combine.call);
    for (const Exchange& dispatch : exchanges) {
      if (!IsDispatch(dispatch.method) || !dispatch.HasSameSplitsAs(combine)) continue;
      // Sizes of its own, or swapped on the way.
      if (IsAssignedIn(*function, combine.sent) || IsAssignedIn(*function, combine.received) ||
          !combine.sent.Is(NodeKind::kAttribute) || IsSwappedByName(dispatch)) {
        continue;
      }
      Observation observation =
          Swapped(module, combine,
                  Sentence(kSendsBackBySame, {{"method", dispatch.method},
                                              {"line", absl::StrCat(dispatch.call.first_line())},
                                              {"sizes", combine.received.text()}}));
      observation.because = file.IsChanged(combine.call) ? combine.call : dispatch.call;
      observation.related = {{kDispatch, RangeOf(module, dispatch.call)}};
      file.Report(std::move(observation));
      break;
    }
  }
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* a_class = DefinitionOf(module, node);
  if (a_class == nullptr || !LongTextHolds(a_class->node.text(), "all_to_all") ||
      !SpeaksOfExperts(*a_class)) {
    return;
  }
  const std::vector<Exchange> exchanges = ExchangesIn(module, *a_class);
  for (const Exchange& exchange : exchanges) {
    if (exchange.received.text() == exchange.sent.text()) {
      if (!AreAllAlike(module, *a_class, exchange.sent)) ReportSame(file, exchange);
    } else if (IsDispatch(exchange.method) && IsSwappedByName(exchange)) {
      file.Report(Swapped(module, exchange,
                          Sentence(kReceivesAndSends, {{"received", exchange.received.text()},
                                                       {"sent", exchange.sent.text()}})));
    }
  }
  CheckPairs(file, exchanges);
}

}  // namespace

extern constinit const Rule kExpertTokenSplitMismatch = {
    .info =
        {.id = "expert-token-split-mismatch",
         .title = {"Split sizes of expert tokens mixed up", "专家 token 的切分大小弄混"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{method}` {fault}", "`{method}` {fault}"},
         .consequence = {"As soon as routing is uneven, the all-to-all fails or hangs, or tokens "
                         "return to the wrong rank",
                         "一旦路由不均匀，all-to-all 就会失败或挂起，或者 token 被送回错误的 rank"},
         .advice = {"{cure}", "{cure}"},
         .phrases = kPhrases,
         .why = "Each rank must receive from a peer exactly what that peer sends. On the way to "
                "the experts, a rank sends by its local counts and receives by the global ones; on "
                "the way back it is the other way round. With even routing both are the same, so "
                "small tests pass.",
         .fix = "Swap the two size lists between dispatch and combine.",
         .bad = R"py(
class Dispatcher:
    def dispatch(self, tokens):
        return all_to_all(self.group, tokens, self.received, self.sent)

    def combine(self, tokens):
        return all_to_all(self.group, tokens, self.received, self.sent)
)py",
         .good = R"py(
class Dispatcher:
    def dispatch(self, tokens):
        return all_to_all(self.group, tokens, self.received, self.sent)

    def combine(self, tokens):
        return all_to_all(self.group, tokens, self.sent, self.received)
)py",
         .references = {"Megatron-LM review guide: token dispatch of experts"}},
    .kinds = {NodeKind::kClassDefinition},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
