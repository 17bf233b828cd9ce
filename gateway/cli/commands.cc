#include "gateway/cli/commands.h"

#include <array>
#include <vector>

#include "gateway/cli/access_flags.h"
#include "gateway/cli/check_flags.h"
#include "gateway/cli/terminal_flags.h"

namespace allreview::cli {
namespace {

// Where the work is done.
constexpr std::array kConnectionFlags = {&kGateway, &kGatewayTokenFile, &kTlsCa, &kTlsCert,
                                         &kTlsKey};
// What rules see, and what they may take.
constexpr std::array kAnalysisFlags = {&kRuleFiles, &kThreads, &kReviewCpuSecondsFlag,
                                       &kReviewMemoryFlag};
// What is shown, what fails, and by which policy.
constexpr std::array kGateFlags = {&kSeverity, &kFailOn, &kPolicy, &kNoRepositoryPolicy};
// Which findings there are.
constexpr std::array kFilterFlags = {&kOnlyRules, &kIgnoredRules};
constexpr auto kTextFlags = host::JoinFlags(std::array{&kTextFormat}, kConnectionFlags);
constexpr std::array kGitHubFlags = {&kGitHubApi, &kGitHubTokenFile};

constexpr auto kReviewFlags =
    host::JoinFlags(std::array{&kRepo, &kStaged, &kWorkingTree, &kOneCommit, &kPatch, &kDirs,
                               &kPullRequest, &kDocuments, &kLanguage, &kFormat, &kOutput},
                    kGateFlags, std::array{&kFailOnEmpty}, kFilterFlags, std::array{&kSarif},
                    kAnalysisFlags, std::array{&kWatch, &kColour, &kHyperlinks, &kQuiet},
                    kConnectionFlags, kGitHubFlags, std::array{&kBaseline, &kNumerics, &kKeep});
constexpr Example kReviewExamples[] = {
    {"review", "the working tree of the current repository against HEAD"},
    {"review main...topic", "what topic adds since it left main"},
    {"review --repo ~/src/train HEAD~3..HEAD", "two trees of another repository"},
    {"review HEAD^!", "the last commit"},
    {"review --watch", "again, each time a file changes"},
    {"review --staged --fail-on=P1", "in a pre-commit hook"},
    {"review --pr 123", "a pull request of this repository"},
    {"review --pr https://github.com/acme/train/pull/123", "one of any repository"},
    {"review --pr acme/train#123 --format=markdown --output=review.md --format=sarif "
     "--output=review.sarif",
     "two documents from one review"},
    {"review main...topic --ignore=entangled-function -- megatron/core",
     "only what is found below one folder, without one rule"},
    {"review main...topic --format=patch | git apply", "takes over what can be fixed by itself"},
    {"review main...topic --sarif=clang-tidy.sarif --sarif=ruff.sarif",
     "with what other tools found on the changed lines"},
    {"review --documents=all --format=html --output=out/ main...topic",
     "every document of a change, for a browser"},
    {"review - < change.diff", "a patch, without a repository"},
    {"review --dirs before after --format=json", "two folders, for a program"},
    {"review --pr acme/train#123 --gateway=allreview.example:50050 --tls-ca=ca.pem "
     "--gateway-token-file=token --keep",
     "done by a server that keeps the review; prints where everybody can read it"},
};

constexpr auto kScanFlags = host::JoinFlags(
    std::array{&kRepo, &kCommit, &kBaseline, &kLanguage, &kFormat, &kOutput}, kGateFlags,
    kFilterFlags, kAnalysisFlags, std::array{&kColour, &kHyperlinks, &kQuiet}, kConnectionFlags,
    std::array{&kNumerics});
constexpr Example kScanExamples[] = {
    {"scan", "the whole repository as it is at HEAD"},
    {"scan --commit v1.2 megatron/core/optimizer", "one folder at a tag"},
    {"scan --format=json --output=baseline.json --fail-on=none",
     "writes the baseline of an old tree"},
    {"scan --baseline=baseline.json --fail-on=P1",
     "fails on findings that are not in the baseline"},
    {"scan --rule=mutable-default,bare-except", "two rules and no others"},
};

constexpr auto kFixFlags = host::JoinFlags(
    std::array{&kFinding, &kDryRun, &kRepo, &kStaged, &kWorkingTree, &kPatch, &kDirs, &kPullRequest,
               &kSeverity, &kPolicy, &kNoRepositoryPolicy},
    kFilterFlags, kAnalysisFlags, std::array{&kQuiet}, kConnectionFlags, kGitHubFlags);
constexpr Example kFixExamples[] = {
    {"fix", "what the working tree changes against HEAD"},
    {"fix --dry-run main...topic", "prints the patch for what topic adds"},
    {"fix --rule=raise-without-from -- megatron/core", "one rule, below one folder"},
    {"fix --finding=3f2a9c HEAD~1..HEAD", "one finding of the last commit"},
};

constexpr auto kRatchetFlags =
    host::JoinFlags(std::array{&kRatchetFile, &kUpdate, &kOnlyRules, &kRepo, &kCommit, &kPolicy,
                               &kNoRepositoryPolicy},
                    kAnalysisFlags, std::array{&kQuiet}, kConnectionFlags);
constexpr Example kRatchetExamples[] = {
    {"ratchet --update --rule=mutable-default,bare-except", "counts two rules and writes the file"},
    {"ratchet", "in CI: fails when a folder has more than the file allows"},
    {"ratchet --update", "writes down what fell"},
};

constexpr auto kAuditFlags =
    host::JoinFlags(std::array{&kRepo, &kCommit, &kStaged, &kWorkingTree, &kPatch, &kDirs,
                               &kPullRequest, &kBaseline, &kAuditFormat, &kLanguage, &kOutput},
                    kGateFlags, kAnalysisFlags, std::array{&kQuiet}, kConnectionFlags, kGitHubFlags,
                    std::array{&kNumerics});
constexpr Example kAuditExamples[] = {
    {"audit", "the whole repository as it is at HEAD"},
    {"audit --commit v1.2 megatron/core/optimizer", "one folder at a tag"},
    {"audit main...topic", "what topic adds since it left main"},
    {"audit --pr acme/train#123 --language=zh --output=audit.md", "a pull request, in Chinese"},
};
constexpr Example kAskExamples[] = {
    {"ask \"check if this scales to T=400K\" src/streaming", "files, with a size"},
    {"ask \"review this PR for memory leaks and gradient issues\" main...topic", "a change"},
    {"ask \"audit the backward pass in streaming.py for numerical stability\"",
     "the files and functions that the question names"},
    {"ask \"审计 streaming.py 是否可以上线\"", "in Chinese, answered in Chinese"},
};

constexpr auto kPlaybookFlags =
    host::JoinFlags(std::array{&kRepo, &kCommit, &kLanguage, &kFormat, &kOutput, &kThreads,
                               &kReviewCpuSecondsFlag, &kReviewMemoryFlag, &kQuiet},
                    kConnectionFlags);
constexpr Example kPlaybookExamples[] = {
    {"playbook", "the conventions of the repository here, at HEAD"},
    {"playbook --repo ~/src/train --commit v1.2 --language=zh", "of a tag, in Chinese"},
    {"playbook --output=PLAYBOOK.md", "as a file, to be kept with the code"},
};

constexpr Example kDiffExamples[] = {
    {"diff change.diff", "a table of the changed files"},
    {"diff --format=json - < change.diff", "the parsed model, for a program"},
};

constexpr auto kRulesFlags =
    host::JoinFlags(std::array{&kRuleFiles, &kTextFormat}, kConnectionFlags);
constexpr Example kRulesExamples[] = {
    {"rules", "all rules, one on each line"},
    {"rules softmax-before-cross-entropy", "why it is bad, and a bad and a good example"},
    {"rules --format=json", "everything, for a program"},
    {"rules --rules=organisation/ print-in-library", "a rule of the organisation"},
};

constexpr std::array kCheckDocumentFlags = {&kRepo, &kDocument, &kChecks, &kBeside, &kNoDiagrams};
constexpr Example kCheckDocumentExamples[] = {
    {"check-document out/deep-dive.md main...topic", "all checks of a deep dive"},
    {"check-document --document=review notes.md", "the checks that need no change"},
    {"check-document --beside out/review.md out/audit.md main...topic",
     "whether two documents agree, too"},
};
constexpr Example kRulesTestExamples[] = {
    {"rules test rules/print_in_library.yaml", "one file"},
    {"rules test rules/", "all *.yaml and *.yml of a folder, in CI"},
};

constexpr auto kConfigFlags = host::JoinFlags(
    std::array{&kRepo, &kRevision, &kPolicy, &kRuleFiles, &kTextFormat}, kConnectionFlags);
constexpr Example kConfigExamples[] = {
    {"config explain", "every key that applies here"},
    {"config explain review.max_findings", "one key: its value, its origin, what it overrides"},
    {"config explain review.fail_on --repo ~/src/train v1.2", "as it was at a revision"},
    {"config explain --policy organisation.yaml --format=json", "with an organisation's policy"},
};

constexpr auto kNumericsCheckFlags = host::JoinFlags(
    std::array{&kNumberFormats, &kRange, &kSamples, &kSeed, &kDevice, &kFused, &kGradient,
               &kTorchVersion, &kNumericsThreads, &kNumericsFormat, &kSvg},
    kConnectionFlags);
constexpr Example kNumericsCheckExamples[] = {
    {"numerics check \"torch.log(1-torch.sigmoid(x))\"", "in bf16, fp16 and fp32"},
    {"numerics check --dtype=bf16 --range=x~N(0,4)[T=1024] "
     "\"torch.exp(x)/torch.exp(x).sum(-1,keepdim=True)\"",
     "rows of 1,024 logits; quote what the shell would read"},
    {"numerics check \"x.cumsum(1)\" --range=x~C(1)[64,16384] --svg=cumsum.svg", "with a picture"},
    {"numerics check layers/norm.py:RMSNorm.forward", "the expressions of a function"},
};
constexpr Example kNumericsSuiteExamples[] = {
    {"numerics suite cases.tsv", "each row, then the number of verdicts that are as expected"},
};
constexpr auto kNumericsFpcoreFlags =
    host::JoinFlags(std::array{&kNumberFormats, &kSamples, &kSeed, &kFused, &kDevice,
                               &kNumericsThreads, &kTextFormat},
                    kConnectionFlags);
constexpr Example kNumericsFpcoreExamples[] = {
    {"numerics fpcore --dtype=fp32 hamming.fpcore", "one line for each core"},
};
constexpr Example kNumericsReplayExamples[] = {
    {"numerics replay num1:bf16:input;log1p,0;=1:6.25", "computes one sample of a finding again"},
};
constexpr Example kNumericsSelfTestExamples[] = {
    {"numerics self-test", "what runs the checks here, and whether its results are exact"},
};

constexpr auto kServeFlags = host::JoinFlags(
    std::array{&kListen, &host::kMetricsListenFlag, &host::kHealthListenFlag, &kRepositoryRoot,
               &kFacts, &kFactsRedisFlag, &kFactsRedisPasswordFlag, &kPolicy, &kServerRules,
               &kReviewCpuSecondsFlag, &kReviewMemoryFlag},
    kGitHubFlags,
    std::array{&host::kTlsCertFlag, &host::kTlsKeyFlag, &host::kTlsCaFlag, &host::kDrainSecondsFlag,
               &kMaxCalls, &host::kConfineFlag, &host::kMemoryLimitFlag, &host::kLogLevelFlag},
    gateway::kPlatformFlags);
constexpr Example kServeExamples[] = {
    {"serve", "for this machine: the web page on http://127.0.0.1:8080"},
    {"serve --github-app-id=12345 --github-app-key-file=app.pem "
     "--github-webhook-secret-file=secret --public-url=https://allreview.example --tokens=tokens",
     "as a GitHub App, behind a proxy that terminates TLS"},
    {"serve --listen=0.0.0.0:50050 --tls-cert=server.pem --tls-key=server.key --tls-ca=clients.pem",
     "for others, with mutual TLS"},
    {"serve --repository-root=/srv/git --policy=organisation.yaml",
     "local repositories, with an organisation's policy"},
};

constexpr std::array kStoreFlags = {&kStoreUrl, &gateway::kStorePasswordFlag};
constexpr Example kStoreExportExamples[] = {
    {"store export --store=sqlite:/var/lib/allreview/store.db > store.jsonl", "a copy"},
};
constexpr Example kStoreImportExamples[] = {
    {"store import --store=redis://redis:6379/0 < store.jsonl", "moving to Redis"},
    {"store import --store=redis://redis:6379/0 --store-password-file=redis.password < store.jsonl",
     "the same, with a password"},
};

constexpr std::array kTokensNewFlags = {&kTokenName, &kTokenScopes, &kTokenRepositories};
constexpr Example kTokensNewExamples[] = {
    {"tokens new --name=ci --scopes=read,review", "for a program that asks for reviews"},
    {"tokens new --name=mara --scopes=read --repositories=acme/*", "to look at one organisation"},
};

constexpr auto kDigestFlags =
    host::JoinFlags(std::array{&kDigestRepository, &kDigestDays, &kDigestLanguage, &kChatUrlFile},
                    kConnectionFlags);
constexpr Example kDigestExamples[] = {
    {"digest --gateway=allreview.example:50050 --gateway-token-file=token", "the last seven days"},
    {"digest --repository=acme/train --language=zh --chat-url-file=chat-url "
     "--gateway=127.0.0.1:50050",
     "of one repository, to its owners' chat; each Monday, by cron"},
};

constexpr auto kSessionsListFlags =
    host::JoinFlags(std::array{&kPerson, &kTextFormat}, kConnectionFlags);
constexpr Example kSessionsListExamples[] = {
    {"sessions list --gateway=localhost:50050", "who is logged in, and with which browsers"},
    {"sessions list --gateway=localhost:50050 --person=github:ada", "one person"},
};
constexpr auto kSessionsRevokeFlags = host::JoinFlags(std::array{&kPerson}, kConnectionFlags);
constexpr Example kSessionsRevokeExamples[] = {
    {"sessions revoke --gateway=localhost:50050 3f2a9c41", "ends one session"},
    {"sessions revoke --gateway=localhost:50050 --person=github:ada", "ends all of a person"},
};

constexpr Example kCompletionExamples[] = {
    {"completion bash > ~/.local/share/bash-completion/completions/allreview", "bash"},
    {"completion zsh > ~/.zfunc/_allreview", "zsh, with ~/.zfunc in fpath"},
    {"completion fish > ~/.config/fish/completions/allreview.fish", "fish"},
};

constexpr Example kHelpExamples[] = {{"help review", "the same as: allreview review --help"}};
constexpr Example kVersionExamples[] = {{"version", "the engine's version, part of each receipt"}};

constexpr Command kCommands[] = {
    {.name = kReview,
     .arguments = "[BASE..HEAD | REV | PR | -] [-- PATH...]",
     .summary = "Reviews a change and writes documents.",
     .description =
         "BASE..HEAD compares two trees as git diff does; BASE...HEAD starts at the merge base; an "
         "empty side is HEAD; REV^! is what one commit changes. A single revision is compared with "
         "the working tree, or with the "
         "index if --staged is given. \"-\" reads a patch from standard input. Without any of "
         "these, the working tree is compared with HEAD. After \"--\", only what is found in these "
         "files and folders is reported; the rest of the change is read all the same.\n\nExit "
         "codes: 0 nothing at or above the "
         "gate, 1 findings at or above it, 2 wrong usage, 3 the review is incomplete (1 wins over "
         "3), 4 there is no review: the reason is on standard error, 130 interrupted, 141 the "
         "reader of standard output closed it.",
     .flags = kReviewFlags,
     .examples = kReviewExamples,
     .max_arguments = 2,
     .takes_paths = true},
    {.name = kScan,
     .arguments = "[PATH...]",
     .summary = "Runs the rules over whole files at one commit.",
     .description = "Reads the Python files of a commit, or those at and below each PATH, as if "
                    "all of them were new. PATH is relative to the current folder; with --repo, to "
                    "the root of that repository. The findings are those that `allreview review` "
                    "would report if these lines were changed: write a baseline, and fix old "
                    "findings over time.\n\nExit codes: as for review.",
     .flags = kScanFlags,
     .examples = kScanExamples,
     .max_arguments = 1000,
     .completion = Completion::kFile},
    {.name = kFix,
     .arguments = "[BASE..HEAD | REV | PR | -] [-- PATH...]",
     .summary = "Fixes what a review finds and can fix by itself, in the files on disk.",
     .description =
         "Reviews the change as review does and applies the edits that it offers: each was tried "
         "in memory, where its finding was gone and no other one appeared. Changes nothing when "
         "one of the files is not what was reviewed. Of findings that change the same line the "
         "first is fixed and the others are named: run it again.\n\nExit codes: 0 fixed, or "
         "nothing to fix, 2 wrong usage, 3 the review is incomplete, 4 nothing was changed: the "
         "reason is on standard error.",
     .flags = kFixFlags,
     .examples = kFixExamples,
     .max_arguments = 2,
     .takes_paths = true},
    {.name = kRatchet,
     .arguments = "",
     .summary = "Checks that findings of some rules only get fewer, folder by folder.",
     .description =
         "Scans the repository at a commit with the rules that a file names and compares how many "
         "findings each folder has with what the file allows: lines of \"COUNT RULE FOLDER\", "
         "which are reviewed with the code. A folder without a line may have none. Numbers are "
         "raised by hand only.\n\nExit codes: 0 nothing rose, 1 something did, 2 wrong usage, 4 "
         "there is no answer: the reason is on standard error.",
     .flags = kRatchetFlags,
     .examples = kRatchetExamples},
    {.name = kAudit,
     .arguments = "[PATH... | BASE..HEAD | BASE...HEAD | PR | -]",
     .summary = "Audits files or a change for production and writes one document.",
     .description =
         "A range, a pull request, a patch or a flag that names a change is audited as a change; "
         "anything else names files of a commit, which are read as a whole, as scan does. Without "
         "arguments, all Python files of the commit are audited. The document lists findings by "
         "impact, how time and memory grow with each size, positive observations, and "
         "recommendations.\n\nExit codes: as for review.",
     .flags = kAuditFlags,
     .examples = kAuditExamples,
     .max_arguments = 1000,
     .completion = Completion::kFile},
    {.name = kAsk,
     .arguments = "QUESTION [PATH... | BASE..HEAD | PR]",
     .summary = "Answers a question about files or a change with the matching part of an audit.",
     .description =
         "Understands the usual words, in English and Chinese, for scaling (with sizes: T=400K, "
         "10x, 100 GPUs), memory leaks, numerical stability, gradients, devices, distributed, "
         "performance, tests and production readiness. Files (\"streaming.py\"), functions and "
         "\"the backward pass\" in the question limit the answer to them. Without further "
         "arguments, a question about \"this PR\" or \"the change\" is about the working tree, any "
         "other question about the files at HEAD. The first lines of the answer say how the "
         "question was understood.\n\nExit codes: as for review; no finding trips the gate unless "
         "--fail-on is given.",
     .flags = kAuditFlags,
     .examples = kAskExamples,
     .min_arguments = 1,
     .max_arguments = 1000,
     .completion = Completion::kFile},
    {.name = kPlaybook,
     .arguments = "",
     .summary = "Writes the conventions of a repository, each with its source.",
     .description =
         "Derives a guide from the files of a commit and from its history: environment, commands, "
         "rules, what changes together, what guides ask before, while and after you edit, single "
         "tests to run. It also lists places that contradict each other, and lines of documents "
         "that mention things that do not exist. No rules run.\n\nExit codes: 0 ok, 2 wrong usage, "
         "3 the playbook is incomplete, 4 there is no playbook: the reason is on standard error.",
     .flags = kPlaybookFlags,
     .examples = kPlaybookExamples},
    {.name = kDiff,
     .arguments = "FILE|-",
     .summary = "Parses a diff and prints what is in it.",
     .description = "Reads unified diffs as git writes them and as people paste them. A file that "
                    "cannot be parsed becomes an error with its line and never hides another "
                    "file.\n\nExit codes: 0 everything was parsed, 1 there is an error in the "
                    "diff, 2 wrong usage, 4 the diff cannot be read.",
     .flags = kTextFlags,
     .examples = kDiffExamples,
     .min_arguments = 1,
     .max_arguments = 1,
     .completion = Completion::kFile},
    {.name = kRules,
     .arguments = "[RULE-ID]",
     .summary = "Lists the rules, or explains one with examples.",
     .description = "Exit codes: 0 ok, 1 a file of --rules has errors, 2 wrong usage or an unknown "
                    "rule, 4 the rules are not available.",
     .flags = kRulesFlags,
     .examples = kRulesExamples,
     .max_arguments = 1,
     .completion = Completion::kRuleId},
    {.name = kRulesTest,
     .arguments = "FILE|DIR...",
     .summary = "Checks rule files of an organisation and runs the tests of their rules.",
     .description =
         "docs/organisation_rules.md describes such files. Errors are printed as file:line:column "
         "with what to do; failed tests with what was found and what was wanted.\n\nExit codes: 0 "
         "no errors, 1 a file has errors or a test failed, 2 wrong usage, 4 a file cannot be read.",
     .flags = kTextFlags,
     .examples = kRulesTestExamples,
     .min_arguments = 1,
     .max_arguments = 1000,
     .completion = Completion::kFile},
    {.name = kCheckDocument,
     .arguments = "FILE [BASE..HEAD | BASE...HEAD]",
     .summary = "Checks a document of a review against the change, as git shows it.",
     .description =
         "Prints a line for each fault: a section that is missing, empty or in the wrong place, a "
         "diagram that mermaid rejects or that is too large, a table without rows, text that was "
         "not filled in, and, when the change is given, numbers that differ from git's and places "
         "(file:line) that do not exist. Behind other faults the name of the check stands in "
         "brackets: what contradicts another document or git, what only moved and is called new, "
         "diagrams that show no change, statements that stand twice.\n\nExit codes: 0 no faults, 1 "
         "faults, 2 wrong usage, 4 "
         "the document or the change could not be read.",
     .flags = kCheckDocumentFlags,
     .examples = kCheckDocumentExamples,
     .min_arguments = 1,
     .max_arguments = 2,
     .completion = Completion::kFile},
    {.name = kConfigExplain,
     .arguments = "[KEY] [REV]",
     .summary = "Prints the policy: each value, where it comes from, what it overrides.",
     .description = "The policy of the repository (.allreview.yaml at REV, by default HEAD) "
                    "overrides the organisation's files, and these override the defaults. Outside "
                    "a repository only the latter two apply.\n\nExit codes: 0 ok, 1 a policy file "
                    "has errors, 2 wrong usage or an unknown key, 4 the policy cannot be read.",
     .flags = kConfigFlags,
     .examples = kConfigExamples,
     .max_arguments = 2},
    {.name = kNumericsCheck,
     .arguments = "EXPRESSION | FILE.py[:FUNCTION]",
     .summary = "Measures what a tensor expression loses in low precision.",
     .description =
         "Computes the expression as PyTorch does, in each format and in fp64, on realistic, "
         "plausible and adversarial inputs; on a GPU if there is one, with the same bits as on the "
         "CPU. Functions and methods of tensors, torch, F and math are known; fp32(lambda z: ..., "
         "x) computes a part in fp32; every other name is an input. A verdict is ok, or the kind "
         "of the first operation that goes wrong: overflow, underflow, cancellation, absorption "
         "(small terms vanish in large sums), nan.\n\nExit codes: 0 nothing fails on usual inputs, "
         "1 something does, 2 wrong usage, 3 time ran out, 4 nothing could be measured.",
     .flags = kNumericsCheckFlags,
     .examples = kNumericsCheckExamples,
     .min_arguments = 1,
     .max_arguments = 1,
     .completion = Completion::kFile},
    {.name = kNumericsSuite,
     .arguments = "FILE.tsv",
     .summary = "Runs expressions whose verdicts are known.",
     .description =
         "The file has tab-separated columns under a header: name, expression, input_domain, "
         "precision, expected_verdict and stable_rewrite. Prints a line for each row and, last, "
         "\"N of M verdicts\".\n\n"
         "Exit codes: 0 all verdicts are as expected, 1 some are not, 2 wrong usage, 4 the file "
         "cannot be read.",
     .flags = kConnectionFlags,
     .examples = kNumericsSuiteExamples,
     .min_arguments = 1,
     .max_arguments = 1,
     .completion = Completion::kFile},
    {.name = kNumericsFpcore,
     .arguments = "FILE",
     .summary = "Measures the programs of an FPCore file (FPBench).",
     .description =
         "Reads cores without loops; bounds of :pre become the ranges of the arguments. A core "
         "that cannot be measured says why.\n\n"
         "Exit codes: 0 something was measured, 2 wrong usage, 4 nothing was.",
     .flags = kNumericsFpcoreFlags,
     .examples = kNumericsFpcoreExamples,
     .min_arguments = 1,
     .max_arguments = 1,
     .completion = Completion::kFile},
    {.name = kNumericsReplay,
     .arguments = "STRING",
     .summary = "Computes one sample of a finding again.",
     .description = "STRING is what findings and `numerics check` print after \"replay\". Exit "
                    "codes: 0 ok, 2 wrong usage, 4 the string cannot be read.",
     .flags = kTextFlags,
     .examples = kNumericsReplayExamples,
     .min_arguments = 1,
     .max_arguments = 1},
    {.name = kNumericsSelfTest,
     .arguments = "",
     .summary = "Says what runs the numerical checks here, and tests its arithmetic.",
     .description =
         "Exit codes: 0 all known answers are exact, 1 some are not, 4 the checks cannot run here.",
     .flags = kTextFlags,
     .examples = kNumericsSelfTestExamples},
    {.name = kServe,
     .arguments = "",
     .summary = "Serves reviews: all services, the gateway and the web page in one process.",
     .description = "Keeps reviews in a store, serves them as a web page and as HTTP/JSON on "
                    "--http-listen and over gRPC on --listen, and reviews for GitHub if it has a "
                    "webhook secret. By default the page is on http://127.0.0.1:8080, and the "
                    "store is reviews.db in ALLREVIEW_STATE_DIR, $XDG_STATE_HOME/allreview or "
                    "~/.local/state/allreview.\n\nRuns until SIGTERM or SIGINT, then finishes what "
                    "is in flight. When it is ready, it logs a line with msg=\"serving\" and the "
                    "address. The next start repeats work that a crash interrupted.",
     .flags = kServeFlags,
     .examples = kServeExamples},
    {.name = kStoreExport,
     .arguments = "",
     .summary = "Writes a store and its queue to standard output.",
     .description = "Writes one line of JSON for each entry and job; the same content gives the "
                    "same bytes, whatever store it is in. Stop the servers first. The file "
                    "contains source code and logins: protect it like these.\n\nExit codes: 0 ok, "
                    "2 wrong usage, 4 the store cannot be read: the reason is on standard error.",
     .flags = kStoreFlags,
     .examples = kStoreExportExamples},
    {.name = kStoreImport,
     .arguments = "",
     .summary = "Fills an empty store from an export on standard input.",
     .description =
         "Writes nothing if the file was cut off or changed. An import that was interrupted "
         "continues when it is run again with the same file; until then servers refuse the "
         "store.\n\nExit codes: 0 ok, 2 wrong usage or a damaged file, 4 the store is not empty or "
         "cannot be written: the reason is on standard error.",
     .flags = kStoreFlags,
     .examples = kStoreImportExamples},
    {.name = kTokensNew,
     .arguments = "",
     .summary = "Creates a token for the HTTP and gRPC interfaces.",
     .description = "Prints the token, which is not stored anywhere, and the line that the "
                    "server's tokens file needs. A server reads that file again when it changes; "
                    "to revoke a token, remove its line.\n\nExit codes: 0 ok, 2 wrong usage.",
     .flags = kTokensNewFlags,
     .examples = kTokensNewExamples},
    {.name = kDigest,
     .arguments = "",
     .summary = "Sums up some days of reviews for who owns the code.",
     .description =
         "Asks a server that keeps reviews and writes Markdown: numbers beside those of as many "
         "days before, pull requests that are blocked, rules that found most, and reasons that "
         "people gave with their votes. The token needs the scope read.\n\nExit codes: 0 ok, 2 "
         "wrong usage, 4 there is no answer: the reason is on standard error.",
     .flags = kDigestFlags,
     .examples = kDigestExamples},
    {.name = kSessionsList,
     .arguments = "",
     .summary = "Lists who is logged in at a server.",
     .description =
         "Asks the server of --gateway. A token with the scope admin for all repositories sees "
         "everybody, a person only themselves.\n\nExit codes: 0 ok, 2 wrong usage, 4 the server "
         "refuses or does not answer: the reason is on standard error.",
     .flags = kSessionsListFlags,
     .examples = kSessionsListExamples},
    {.name = kSessionsRevoke,
     .arguments = "[ID]",
     .summary = "Ends sessions of people at a server.",
     .description =
         "ID is the first digits of one, as \"sessions list\" prints them. The session is over at "
         "once, on every gateway.\n\nExit codes: as for sessions list.",
     .flags = kSessionsRevokeFlags,
     .examples = kSessionsRevokeExamples,
     .max_arguments = 1},
    {.name = kCompletion,
     .arguments = "bash|zsh|fish",
     .summary = "Prints a completion script for a shell.",
     .examples = kCompletionExamples,
     .min_arguments = 1,
     .max_arguments = 1,
     .words = kShells},
    {.name = kHelp,
     .arguments = "[COMMAND]",
     .summary = "Explains a command.",
     .examples = kHelpExamples,
     .max_arguments = 2},
    {.name = kVersion,
     .arguments = "",
     .summary = "Prints the version.",
     .examples = kVersionExamples},
};

}  // namespace

absl::Span<const absl::string_view> FormatNames() {
  static const std::vector<absl::string_view>& names = *[] {
    const absl::Span<const absl::string_view> of_report = report::FormatNames();
    auto* const all = new std::vector<absl::string_view>(of_report.begin(), of_report.end());
    all->push_back(kPatchFormat);
    return all;
  }();
  return names;
}

absl::Span<const absl::string_view> DocumentChoices() {
  static const std::vector<absl::string_view>& names = *[] {
    const absl::Span<const absl::string_view> documents = report::DocumentNames();
    auto* const all = new std::vector<absl::string_view>(documents.begin(), documents.end());
    all->push_back("all");
    return all;
  }();
  return names;
}

absl::Span<const Command> Commands() { return kCommands; }

}  // namespace allreview::cli
