#ifndef GATEWAY_CLI_COMMANDS_H_
#define GATEWAY_CLI_COMMANDS_H_

// The table of commands and flags: parsing, help, completion and "did you mean" are made from it.
// To add a flag: its constant here, its place in a list of commands.cc, its use in the command.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gateway/cli/digest_flags.h"  // IWYU pragma: export
#include "gateway/cli/flags.h"
#include "gateway/cli/numerics_flags.h"  // IWYU pragma: export
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
inline constexpr absl::string_view kWhen[] = {"auto", "always", "never"};
inline constexpr absl::string_view kShells[] = {"bash", "zsh", "fish"};

// What report::FormatNames() lists, and the format that is made here from the review in JSON.
inline constexpr absl::string_view kPatchFormat = "patch";
absl::Span<const absl::string_view> FormatNames();

// Documents, and "all".
absl::Span<const absl::string_view> DocumentChoices();

// Which change.
inline constexpr Flag kRepo = {
    .name = "repo",
    .value = "DIR",
    .help =
        "The git repository, bare or not. Default: the one that contains the current folder. With "
        "--patch: the repository that has the blobs that the patch names.",
    .completion = Completion::kFolder};
inline constexpr Flag kStaged = {
    .name = "staged", .help = "Reviews the index against HEAD, or against the revision given."};
inline constexpr Flag kWorkingTree = {
    .name = "working-tree",
    .help =
        "Reviews the files on disk against HEAD, or against the revision given. Untracked source "
        "files are named as not reviewed. This is the default."};
inline constexpr Flag kOneCommit = {
    .name = "commit",
    .value = "REV",
    .help = "Reviews what this commit changes against its first parent, as REV^! does."};
inline constexpr Flag kPatch = {
    .name = "patch",
    .value = "FILE",
    .help = "Reviews a patch as git diff or git format-patch writes it; \"-\" is standard input.",
    .completion = Completion::kFile};
inline constexpr Flag kDirs = {.name = "dirs",
                               .help = "Reviews the differences between two folders.",
                               .completion = Completion::kFolder,
                               .arguments = "BEFORE AFTER"};
inline constexpr Flag kPullRequest = {
    .name = "pr",
    .value = "PR",
    .help =
        "Reviews a pull request: its URL, OWNER/REPO#NUMBER, or NUMBER alone for one of the "
        "repository that the remote \"origin\" names."};

inline constexpr Flag kWatch = {
    .name = "watch",
    .help =
        "Reviews the working tree again each time its files change, until Ctrl-C. Only with what "
        "is on disk or in the index."};
inline constexpr Flag kFailOnEmpty = {
    .name = "fail-on-empty",
    .help = "Ends with exit code 4 where the change is empty, as it is with a wrong base: for CI."};

// GitHub.
inline constexpr Flag kGitHubTokenFile = {
    .name = "github-token-file",
    .value = "FILE",
    .help =
        "File with the GitHub token. Default: $ALLREVIEW_GITHUB_TOKEN or $GITHUB_TOKEN, which is "
        "sent only to the configured server.",
    .completion = Completion::kFile};
inline constexpr Flag kGitHubApi = {.name = "github-api",
                                    .value = "URL",
                                    .help =
                                        "GitHub's API. Default: $ALLREVIEW_GITHUB_API or "
                                        "$GITHUB_API_URL, else https://api.github.com."};

// What comes out.
inline constexpr Flag kDocuments = {.name = "documents",
                                    .value = "LIST",
                                    .help = "What to write, separated by commas. Default: review.",
                                    .choices = DocumentChoices,
                                    .is_list = true};
inline constexpr Flag kLanguage = {
    .name = "language",
    .value = "LANGUAGE",
    .help = "Language of the documents. Default: that of the change's title and description.",
    .choices = kLanguages};
inline constexpr Flag kFormat = {
    .name = "format",
    .value = "FORMAT",
    .help =
        "Format of the documents; may be given several times, each followed by its --output. "
        "Formats other than markdown and html contain only the review; patch holds the edits that "
        "fix findings, for git apply. Default: terminal for a review on a terminal, else markdown.",
    .choices = FormatNames,
    .is_repeatable = true};
inline constexpr Flag kOutput = {
    .name = "output",
    .value = "FILE",
    .help =
        "File for the --format before it. For several documents: their folder, which is created if "
        "needed; each has its own name there, such as review.md. Default, and \"-\": standard "
        "output.",
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
                                   .help = "Less severe findings are only counted. Default: P3.",
                                   .choices = kSeverities};
inline constexpr Flag kFailOn = {
    .name = "fail-on",
    .value = "LEVEL",
    .help =
        "The gate: with findings of this level or above the exit code is 1; with \"none\" it never "
        "is. Default: review.fail_on of the policy, which is P1 unless a policy file sets it.",
    .choices = kGates};
inline constexpr Flag kColour = {
    .name = "color",
    .value = "WHEN",
    .help =
        "Colours of the terminal format. \"auto\" means on a terminal, unless NO_COLOR is set or "
        "TERM is dumb. Default: auto.",
    .choices = kWhen};
inline constexpr Flag kQuiet = {.name = "quiet",
                                .help = "No progress and no closing line on standard error."};

// How.
inline constexpr Flag kPolicy = {
    .name = "policy",
    .value = "FILE",
    .help =
        "Policy of the organisation, below the repository's .allreview.yaml. May be given several "
        "times; later files override earlier ones.",
    .is_repeatable = true,
    .completion = Completion::kFile};
inline constexpr Flag kRuleFiles = {
    .name = "rules",
    .value = "FILE|DIR",
    .help =
        "Rules of the organisation (YAML, see docs/organisation_rules.md), or a folder of such "
        "files. May be given several times. Like patches, they are sent to a --gateway.",
    .is_repeatable = true,
    .completion = Completion::kFile};
inline constexpr Flag kSarif = {
    .name = "sarif",
    .value = "FILE",
    .help =
        "A SARIF 2.1.0 log of another tool. Its results on changed lines become findings, under "
        "one budget with the others; docs/other_tools.md tells how. May be given several times.",
    .is_repeatable = true,
    .completion = Completion::kFile};
inline constexpr Flag kOnlyRules = {
    .name = "rule",
    .value = "NAME",
    .help =
        "Runs only this rule, or these with commas between; also turns on rules that are off. May "
        "be given several times.",
    .is_repeatable = true,
    .completion = Completion::kRuleId};
inline constexpr Flag kIgnoredRules = {
    .name = "ignore",
    .value = "NAME",
    .help = "Leaves this rule out, or these with commas between. May be given several times.",
    .is_repeatable = true,
    .completion = Completion::kRuleId};
inline constexpr Flag kNoRepositoryPolicy = {.name = "no-repository-policy",
                                             .help = "Ignores the repository's .allreview.yaml."};
inline constexpr Flag kThreads = {
    .name = "threads",
    .value = "N",
    .help = "Threads for analysis; the result does not depend on it. Default: 0, one per core.",
    .max_number = 1024};
inline constexpr Flag kGateway = {
    .name = "gateway",
    .value = "HOST:PORT",
    .help =
        "Asks a running gateway (see: allreview serve) instead of doing the work here. Local paths "
        "are then paths on that machine; patches and policies are sent along."};
inline constexpr Flag kGatewayTokenFile = {
    .name = "gateway-token-file",
    .value = "FILE",
    .help =
        "With --gateway: file that only you can read, with the operator's API token (see: "
        "allreview tokens new). Default: $ALLREVIEW_TOKEN. It is sent only to this machine, or "
        "with --tls-ca.",
    .completion = Completion::kFile};
inline constexpr Flag kKeep = {
    .name = "keep",
    .help =
        "With --gateway: the gateway keeps the review and says where its page is. Only the "
        "gateway's configuration applies: flags that would change what others see are refused. "
        "Ctrl-C stops following the review; the gateway continues it."};
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
        "An earlier review or scan in JSON: its findings are only counted and never trip the gate, "
        "so that only new findings show.",
    .completion = Completion::kFile};

// fix.
inline constexpr Flag kFinding = {
    .name = "finding",
    .value = "ID",
    .help =
        "Fixes only the finding with this fingerprint, or the first digits of it, as "
        "--format=json and --dry-run show it. May be given several times.",
    .is_repeatable = true};
inline constexpr Flag kDryRun = {.name = "dry-run",
                                 .help = "Prints the patch and changes no file."};

// ratchet.
inline constexpr Flag kRatchetFile = {
    .name = "file",
    .value = "FILE",
    .help = "Where the numbers stand. Default: .allreview-ratchet at the root of the repository.",
    .completion = Completion::kFile};
inline constexpr Flag kUpdate = {
    .name = "update",
    .help = "Writes down what fell, and all counts of rules that the file does not have yet."};

// check-document.
inline constexpr Flag kDocument = {
    .name = "document",
    .value = "NAME",
    .help = "Which document it is. Default: derived from the file name.",
    .choices = report::DocumentNames};
inline constexpr Flag kNoDiagrams = {
    .name = "no-diagrams", .help = "Does not check diagrams with mermaid, which needs node."};

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
    .help = "File that caches the facts of files. Default: in the cache folder.",
    .completion = Completion::kFile};
inline constexpr Flag kServerRules = {
    .name = "rules",
    .value = "FILE|DIR",
    .help =
        "Rules of the organisation (YAML, see docs/organisation_rules.md), or a folder of such "
        "files. May be given several times. Changed files are read again without a restart; for an "
        "invalid file the last valid version applies.",
    .is_repeatable = true,
    .completion = Completion::kFile};
inline constexpr Flag kMaxCalls = {
    .name = "max-calls",
    .value = "N",
    .help =
        "Calls in flight; more are refused. Calls of reviews to services of the same process count "
        "too. Default: 0, no limit."};

// store.
inline constexpr Flag kStoreUrl = {
    .name = "store",
    .value = "URL",
    .help =
        "Where reviews and the queue are kept: sqlite:PATH, redis://[:PASSWORD@]HOST:PORT/DATABASE "
        "or redis+unix:///SOCKET."};

inline constexpr absl::string_view kReview = "review";
inline constexpr absl::string_view kScan = "scan";
inline constexpr absl::string_view kFix = "fix";
inline constexpr absl::string_view kRatchet = "ratchet";
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
inline constexpr absl::string_view kDigest = "digest";
inline constexpr absl::string_view kSessionsList = "sessions list";
inline constexpr absl::string_view kSessionsRevoke = "sessions revoke";
inline constexpr absl::string_view kCompletion = "completion";
inline constexpr absl::string_view kHelp = "help";
inline constexpr absl::string_view kVersion = "version";

// In the order of the help text.
absl::Span<const Command> Commands();

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_COMMANDS_H_
