#ifndef GATEWAY_CLI_COMMANDS_H_
#define GATEWAY_CLI_COMMANDS_H_

// The table of commands and flags: parsing, help, completion and "did you mean" are made from it.
// To add a flag: its constant here, its place in a list of commands.cc, its use in the command.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gateway/cli/flags.h"
#include "gateway/platform/platform_flags.h"
#include "host/facts_flags.h"
#include "host/review_budget.h"
#include "host/serving_flags.h"
#include "proto/report/v1/catalogue.h"

namespace allreview::cli {

inline constexpr absl::string_view kSeverities[] = {"P0", "P1", "P2", "P3"};
inline constexpr absl::string_view kGates[] = {"P0", "P1", "P2", "P3", "none"};
inline constexpr absl::string_view kLanguages[] = {"en", "zh"};
inline constexpr absl::string_view kTextOrJson[] = {"text", "json"};
inline constexpr absl::string_view kColours[] = {"auto", "always", "never"};
inline constexpr absl::string_view kShells[] = {"bash", "zsh", "fish"};

// Which change.
inline constexpr Flag kRepo = {
    .name = "repo",
    .value = "DIR",
    .help =
        "The git repository, bare or not. Default: the one that the current folder is in. Beside "
        "--patch: the repository that holds the blobs which the patch names.",
    .completion = Completion::kFolder};
inline constexpr Flag kStaged = {
    .name = "staged", .help = "Reviews the index against HEAD, or against the revision given."};
inline constexpr Flag kWorkingTree = {
    .name = "working-tree",
    .help =
        "Reviews the files on disk against HEAD, or against the revision given. Untracked source "
        "files are named as not reviewed. This is the default."};
inline constexpr Flag kPatch = {
    .name = "patch",
    .value = "FILE",
    .help = "Reviews a patch as git diff or git format-patch writes it; \"-\" is standard input.",
    .completion = Completion::kFile};
inline constexpr Flag kDirs = {.name = "dirs",
                               .help = "Reviews what differs between two folders.",
                               .completion = Completion::kFolder,
                               .arguments = "BEFORE AFTER"};
inline constexpr Flag kPullRequest = {
    .name = "pr", .value = "PR", .help = "Reviews a pull request: its URL, or OWNER/REPO#NUMBER."};

// GitHub.
inline constexpr Flag kGitHubTokenFile = {
    .name = "github-token-file",
    .value = "FILE",
    .help =
        "File that holds the GitHub token. Default: the environment's ALLREVIEW_GITHUB_TOKEN or "
        "GITHUB_TOKEN, which is sent to the configured server only.",
    .completion = Completion::kFile};
inline constexpr Flag kGitHubApi = {
    .name = "github-api",
    .value = "URL",
    .help =
        "GitHub's API. Default: the environment's ALLREVIEW_GITHUB_API or GITHUB_API_URL, else "
        "https://api.github.com."};

// What comes out.
inline constexpr Flag kDocuments = {
    .name = "documents",
    .value = "LIST",
    .help = "What to write, separated by commas, or all. Default: review.",
    .choices = report::DocumentNames,
    .is_list = true};
inline constexpr Flag kLanguage = {
    .name = "language",
    .value = "LANGUAGE",
    .help = "Of the documents. Default: that of the change's title and description.",
    .choices = kLanguages};
inline constexpr Flag kFormat = {
    .name = "format",
    .value = "FORMAT",
    .help =
        "Format of the documents; may be given several times, each with an --output behind it. "
        "Formats other than markdown and html hold the review alone. Default: terminal for a "
        "review on a terminal, else markdown.",
    .choices = report::FormatNames,
    .is_repeatable = true};
inline constexpr Flag kOutput = {
    .name = "output",
    .value = "FILE",
    .help =
        "File for the --format before it; of several documents the folder, which is made if it is "
        "missing, and in which each has its own name: review.md, deep-dive.html. Default, and "
        "\"-\": standard output.",
    .is_repeatable = true,
    .completion = Completion::kFile};
inline constexpr Flag kAuditFormat = {.name = "format",
                                      .value = "FORMAT",
                                      .help = "Format of the audit. Default: markdown.",
                                      .choices = report::NamesOfFormatsOfAllDocuments,
                                      .is_repeatable = true};
inline constexpr Flag kTextFormat = {
    .name = "format", .value = "FORMAT", .help = "Default: text.", .choices = kTextOrJson};
inline constexpr Flag kSeverity = {.name = "severity",
                                   .value = "LEVEL",
                                   .help = "Less severe findings are counted only. Default: P3.",
                                   .choices = kSeverities};
inline constexpr Flag kFailOn = {
    .name = "fail-on",
    .value = "LEVEL",
    .help =
        "The gate: findings of this level or above make the exit code 1; \"none\": no finding "
        "does. Default: review.fail_on of the policy, which is P1 unless a file sets it.",
    .choices = kGates};
inline constexpr Flag kColour = {
    .name = "color",
    .value = "WHEN",
    .help =
        "Colours of the terminal format. \"auto\" means on a terminal, unless NO_COLOR is set or "
        "TERM is dumb. Default: auto.",
    .choices = kColours};
inline constexpr Flag kQuiet = {.name = "quiet",
                                .help = "No progress line and no closing line on standard error."};

// How.
inline constexpr Flag kPolicy = {
    .name = "policy",
    .value = "FILE",
    .help =
        "Organisation policy; lower in rank than the repository's .allreview.yaml. May be given "
        "several times, the last one ranks highest.",
    .is_repeatable = true,
    .completion = Completion::kFile};
inline constexpr Flag kRuleFiles = {
    .name = "rules",
    .value = "FILE|DIR",
    .help =
        "Rules of the organisation (YAML, see docs/organisation_rules.md), or a folder of such "
        "files. May be given several times. Like patches, they travel to a --gateway.",
    .is_repeatable = true,
    .completion = Completion::kFile};
inline constexpr Flag kNoRepositoryPolicy = {
    .name = "no-repository-policy", .help = "Does not read .allreview.yaml of the repository."};
inline constexpr Flag kThreads = {
    .name = "threads",
    .value = "N",
    .help = "Threads for analysis; the result does not depend on it. Default: 0, one per core.",
    .max_number = 1024};
inline constexpr Flag kGateway = {
    .name = "gateway",
    .value = "HOST:PORT",
    .help =
        "Asks a running gateway (see: allreview serve) instead of doing the work here. Local "
        "paths are then paths of that machine; patches and policies travel."};
inline constexpr Flag kGatewayTokenFile = {
    .name = "gateway-token-file",
    .value = "FILE",
    .help =
        "With --gateway: file of your own that holds the API token of its operator (see: allreview "
        "tokens new). Default: the environment's ALLREVIEW_TOKEN. It is sent to this machine, or "
        "with --tls-ca.",
    .completion = Completion::kFile};
inline constexpr Flag kKeep = {
    .name = "keep",
    .help =
        "With --gateway: the gateway keeps the review and says where its page is. It then follows "
        "the gateway's configuration alone: flags that would change what others see are refused. "
        "Ctrl-C stops following it; the gateway goes on."};
inline constexpr Flag kTlsCa = {.name = "tls-ca",
                                .value = "FILE",
                                .help =
                                    "With --gateway: TLS; the server must show a certificate of "
                                    "this authority, PEM.",
                                .completion = Completion::kFile};
inline constexpr Flag kTlsCert = {.name = "tls-cert",
                                  .value = "FILE",
                                  .help = "With --gateway: certificate of this client, PEM.",
                                  .completion = Completion::kFile};
inline constexpr Flag kTlsKey = {.name = "tls-key",
                                 .value = "FILE",
                                 .help = "With --gateway: key of that certificate, PEM.",
                                 .completion = Completion::kFile};
inline constexpr Flag kRevision = {
    .name = "rev",
    .value = "REV",
    .help = "Reads the repository's policy at this revision. Default: HEAD."};

// scan.
inline constexpr Flag kCommit = {
    .name = "commit", .value = "REV", .help = "The commit whose files are read. Default: HEAD."};
inline constexpr Flag kBaseline = {
    .name = "baseline",
    .value = "FILE",
    .help =
        "An earlier review or scan in JSON: its findings are counted only and trip no gate, so "
        "that only new ones show.",
    .completion = Completion::kFile};

// check-document.
inline constexpr Flag kDocument = {
    .name = "document",
    .value = "NAME",
    .help = "Which document it is. Default: what its file is called.",
    .choices = report::DocumentNames};
inline constexpr Flag kNoDiagrams = {
    .name = "no-diagrams", .help = "Does not have mermaid read the diagrams, which needs node."};

// numerics.
inline constexpr absl::string_view kDevices[] = {"cuda", "cpu"};
inline constexpr absl::string_view kPictureFormats[] = {"text", "json", "svg"};
inline constexpr Flag kNumberFormats = {
    .name = "dtype",
    .value = "LIST",
    .help =
        "Number formats to compute in, separated by commas: fp64, fp32, tf32, bf16, fp16, "
        "e4m3, e4m3-sat, e5m2, e5m2-sat. Default: bf16,fp16,fp32."};
inline constexpr Flag kRange = {
    .name = "range",
    .value = "INPUT~DIST",
    .help =
        "Numbers of an input: N(mean,deviation), U(low,high), logU(exponent,exponent) of "
        "either sign, logU+(…), C(value), arange(start), mask(p), integer(low,high); a size in "
        "brackets may follow: [T=1024] or [rows,T]. May be given several times. Default: what "
        "an input of that name usually holds.",
    .is_repeatable = true};
inline constexpr Flag kSamples = {
    .name = "samples",
    .value = "N",
    .help = "Results for each format and family of inputs. Default: 262144.",
    .max_number = 1 << 30};
inline constexpr Flag kSeed = {.name = "seed",
                               .value = "N",
                               .help = "Of the random inputs. Default: 0.",
                               .max_number = 2147483647};
inline constexpr Flag kDevice = {
    .name = "device",
    .value = "DEVICE",
    .help =
        "Whose kernels are followed: PyTorch rounds and sums differently on each. Default: "
        "cuda. It does not decide where this runs.",
    .choices = kDevices};
inline constexpr Flag kFused = {
    .name = "fused", .help = "As torch.compile computes it: values inside a kernel stay in fp32."};
inline constexpr Flag kGradient = {.name = "gradient",
                                   .help = "Measures the gradients of the inputs, too."};
inline constexpr Flag kNumericsThreads = {
    .name = "threads",
    .value = "N",
    .help = "The result does not depend on it. Default: 0, one per core.",
    .max_number = 256};
inline constexpr Flag kTorchVersion = {
    .name = "torch-version",
    .value = "2.N",
    .help = "The PyTorch whose functions are followed. Default: the newest known."};
inline constexpr Flag kNumericsFormat = {
    .name = "format", .value = "FORMAT", .help = "Default: text.", .choices = kPictureFormats};
inline constexpr Flag kSvg = {.name = "svg",
                              .value = "FILE",
                              .help = "Draws the error over the size of the input into FILE.",
                              .completion = Completion::kFile};
inline constexpr absl::string_view kOnOff[] = {"on", "off"};
inline constexpr Flag kNumerics = {
    .name = "numerics",
    .value = "WHEN",
    .help = "Whether changed tensor expressions are run in low precision. Default: on.",
    .choices = kOnOff};

// serve, beside host/serving_flags.h and gateway/platform/platform_flags.h.
inline constexpr Flag kListen = {
    .name = "listen",
    .value = "HOST:PORT",
    .help = "Where to serve gRPC; port 0 takes any free one. Default: 127.0.0.1:50050."};
inline constexpr Flag kRepositoryRoot = {
    .name = "repository-root",
    .value = "DIR",
    .help =
        "Callers may review local repositories and folders below this one. May be given several "
        "times. Default: none.",
    .is_repeatable = true,
    .completion = Completion::kFolder};
inline constexpr Flag kFacts = {
    .name = "facts",
    .value = "FILE",
    .help = "File that keeps the facts of files. Default: in the cache folder.",
    .completion = Completion::kFile};
inline constexpr Flag kServerRules = {
    .name = "rules",
    .value = "FILE|DIR",
    .help =
        "Rules of the organisation (YAML, see docs/organisation_rules.md), or a folder of such "
        "files. May be given several times. Changed files are read again without a restart; one "
        "that is broken keeps its last good version.",
    .is_repeatable = true,
    .completion = Completion::kFile};
inline constexpr Flag kMaxCalls = {
    .name = "max-calls",
    .value = "N",
    .help =
        "Calls in flight; more are refused. Reviews call services of the same process, which "
        "count, too. Default: 0, no bound."};

// store.
inline constexpr Flag kStoreUrl = {
    .name = "store",
    .value = "URL",
    .help =
        "Where reviews and the queue are kept: sqlite:PATH, redis://[:PASSWORD@]HOST:PORT/DATABASE "
        "or redis+unix:///SOCKET."};

// tokens new.
inline constexpr Flag kTokenName = {
    .name = "name", .value = "NAME", .help = "Who will hold it; audit logs speak of it so."};
inline constexpr Flag kTokenScopes = {
    .name = "scopes",
    .value = "SCOPES",
    .help = "Some of read, review and admin, with commas. None holds another."};
inline constexpr Flag kTokenRepositories = {
    .name = "repositories",
    .value = "OWNER/NAME",
    .help = "Whose reviews it may see, with * for any, and commas. Default: all."};

inline constexpr absl::string_view kReview = "review";
inline constexpr absl::string_view kScan = "scan";
inline constexpr absl::string_view kAudit = "audit";
inline constexpr absl::string_view kAsk = "ask";
inline constexpr absl::string_view kPlaybook = "playbook";
inline constexpr absl::string_view kDiff = "diff";
inline constexpr absl::string_view kRules = "rules";
inline constexpr absl::string_view kRulesTest = "rules test";
inline constexpr absl::string_view kCheckDocument = "check-document";
inline constexpr absl::string_view kConfigExplain = "config explain";
inline constexpr absl::string_view kNumericsCheck = "numerics check";
inline constexpr absl::string_view kNumericsSuite = "numerics suite";
inline constexpr absl::string_view kNumericsFpcore = "numerics fpcore";
inline constexpr absl::string_view kNumericsReplay = "numerics replay";
inline constexpr absl::string_view kNumericsSelfTest = "numerics self-test";
inline constexpr absl::string_view kServe = "serve";
inline constexpr absl::string_view kStoreExport = "store export";
inline constexpr absl::string_view kStoreImport = "store import";
inline constexpr absl::string_view kTokensNew = "tokens new";
inline constexpr absl::string_view kCompletion = "completion";
inline constexpr absl::string_view kHelp = "help";
inline constexpr absl::string_view kVersion = "version";

// In the order of the help text.
absl::Span<const Command> Commands();

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_COMMANDS_H_
