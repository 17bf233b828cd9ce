// Cues of problems, reasons, decisions and alternatives. Left out on purpose: "to support",
// "currently" in code, "as" without a comma and the like say too many other things.

#include <iterator>
#include <vector>

#include "analyzers/intent/cue.h"

namespace allreview::intent {
namespace {

constexpr Cue kReasons[] = {
    {Role::kReason, "because"},
    {Role::kReason,
     "-ever since ~ is|are|was|were|has|have|had|can|cannot|can't|will|would|do|"
     "does|did|don't|doesn't|may|might|must|need|needs|should|isn't|aren't|already|"
     "it's|we're|won't",
     kAnyway},
    {Role::kReason, "so that"},
    {Role::kReason, "in order to|for", kNotOfOptions},
    {Role::kReason, "so as to"},
    {Role::kReason,
     ", so we|it|it's|they|this|that|the|there|you|don't|do|use|skip|make|our|all|"
     "these|those"},
    {Role::kReason, "^ so we|it|this|they|there|the"},
    {Role::kReason, "-do|does|doing|did|even|if|and|or so the|each|every|all|both|later|other"},
    {Role::kReason, "would force|trigger|double|defeat|invalidate|require|cause *", kAsserted},
    {Role::kReason,
     "-try|tries|trying|want|wants|need|needs|prefer|able|how|attempt|attempts|aim|"
     "aims|best|used|responsibility|sure to avoid|prevent|ensure|guarantee|circumvent|unblock",
     kNotOfOptions},
    {Role::kReason, "-try|want|need|able|how to make sure", kNotOfOptions},
    {Role::kReason, "to be able to"},
    {Role::kReason, "-try|how|need to work around|workaround"},
    {Role::kReason, "to save memory|time|compute|space|bandwidth|vram|gpu|cpu|host"},
    {Role::kReason,
     "to reduce|minimize|minimise|improve|lower memory|overhead|latency|peak|cpu|"
     "gpu|communication|fragmentation|performance|readability|noise|traffic|"
     "contention|startup|overheads"},
    {Role::kReason, "to speed up"},
    {Role::kReason,
     "to keep ~ consistent|compatible|aligned|identical|simple|sync|backward|stable"},
    {Role::kReason, "due to"},
    {Role::kReason, "owing to"},
    {Role::kReason, "thanks to"},
    {Role::kReason, "as a result of"},
    {Role::kReason, "otherwise ~ would|wouldn't|might|could|couldn't"},
    {Role::kReason, "otherwise , ~ would|wouldn't|might|could|couldn't"},
    {Role::kReason,
     "otherwise , ~ fail|fails|crash|crashes|hang|hangs|deadlock|deadlocks|break|"
     "breaks|oom|leaks|wrong|incorrect|stuck|lost|recompiles|mismatch|unnecessary|"
     "unexpected"},
    {Role::kReason,
     "otherwise ~ fail|fails|error|errors|crash|crashes|hang|hangs|deadlock|"
     "deadlocks|break|breaks|oom|leak|leaks|wrong|incorrect|stuck|lost|overflow|"
     "recompile|recompiles|race|corrupt|complain|complains|mismatch|unnecessary|"
     "unnecessarily|unexpected"},
    {Role::kReason, "the|that|one|main|only|another reason is|for|why|we|being|behind|that"},
    {Role::kReason, "that's|that|this is why"},
    {Role::kReason, "that's why"},
    {Role::kReason,
     "^ this|it|that|which|these|they is|are|was still|only|also needed|required|"
     "necessary|important for|to|because|since|as|so|by|when|here|if"},
    {Role::kReason,
     "^ this|it|that|which|these|they is|are|was needed|required|necessary|"
     "important|useful|helpful for|to|because|since|as|so|by|when|here|if"},
    {Role::kReason,
     "for backward|backwards|forward|bc|backward-compatibility|"
     "backwards-compatibility compat|compatibility|compatible|reasons"},
    {Role::kReason, "for backward-compatibility|backwards-compatibility"},
    {Role::kReason,
     "for better|improved|numerical|performance|efficiency|compatibility|"
     "consistency|readability|safety|robustness|simplicity|stability|correctness|"
     "legacy|historical performance|efficiency|reasons|with|stability|readability|"
     "precision|compatibility"},
    {Role::kReason,
     "for performance|efficiency|compatibility|consistency|readability|safety|"
     "robustness|simplicity|correctness|reproducibility|clarity .|,|)|;"},
    {Role::kReason,
     "^ this|which gives|allows|lets|enables|avoids|prevents|ensures|reduces|saves|"
     "guarantees|helps|keeps"},
    {Role::kReason, "^ this|that way"},
    {Role::kReason, "given that"},
    {Role::kReason, "as otherwise"},
    {Role::kReason, "; otherwise"},
    {Role::kReason, "^ without this|it|that|these", kBesideCode},
    {Role::kReason, "^ without the ~ would|could|can|will|may|might", kBesideCode},
    {Role::kReason, "^ without the ~ , ~ would|could|can|will|may|might", kBesideCode},
    {Role::kReason, "avoids|prevents", kBesideCode | kAsserted},
    {Role::kReason, "-set|used|use|pass|how|try|want|need to enable|allow|let", kBesideCode},
    {Role::kReason,
     ", as this|it|they|there|these|those|we|the ~ is|are|was|were|has|have|can|"
     "cannot|will|would|do|does|don't|doesn't|may|must|need|needs|already|can't"},
    {Role::kReason, "therefore|hence|thus ,"},
    {Role::kReason, ", therefore|hence|thus"},
    {Role::kReason, "^ therefore|hence|thus we|it|the|this"},
    {Role::kReason, "motivated by"},
    {Role::kReason, "motivation|rationale is|for|behind|here|:"},
    {Role::kReason, "no longer needed|necessary|required|used", kInChange | kAnyway},
    {Role::kReason, "no need to|for", kAnyway},
    {Role::kReason, "is|are|was|were redundant|unnecessary|unneeded", kInChange},
};

constexpr Cue kProblems[] = {
    {Role::kProblem, "^ fix|fixes|fixed|fixing|bugfix|hotfix *", kInChange},
    {Role::kProblem, "this|also|which|that fixes|resolves|solves *"},
    {Role::kProblem, "fixes|fix|resolves|closes|fixed|resolve|close #*", kInChange},
    {Role::kProblem, "crashes|crashed|crashing", kAsserted},
    {Role::kProblem, "a|the|will|would|can|could|may|might crash", kAsserted},
    {Role::kProblem, "is|are missing|invalid|inconsistent", kAsserted | kInChange},
    {Role::kProblem, "hangs|hung|deadlocks|deadlock|deadlocked|segfault|segfaults", kAsserted},
    {Role::kProblem, "will|would|can|could|may|might|to|processes hang", kAsserted},
    {Role::kProblem, "race condition|conditions", kAsserted},
    {Role::kProblem, "a|the|this|same|confirmed|possible race -condition|conditions",
     kAsserted | kBesideCode},
    {Role::kProblem, "warp|thread|data|stream race", kAsserted | kBesideCode},
    {Role::kProblem, "stale value|values|data|read|reads|state|gradients|gradient|weights|cache",
     kAsserted | kBesideCode},
    {Role::kProblem,
     "silently overwrite|overwrites|clobber|clobbers|drop|drops|corrupt|corrupts|lose|loses|wrong|"
     "miss|misses|break|breaks",
     kAsserted | kBesideCode},
    {Role::kProblem, "shape|shapes|size|dtype|device mismatch|mismatches", kAsserted | kInChange},
    {Role::kProblem,
     "raising|throwing error|runtimeerror|valueerror|typeerror|keyerror|indexerror|"
     "attributeerror|assertionerror|exception",
     kInChange},
    {Role::kProblem, "memory leak|leaks", kAsserted},
    {Role::kProblem, "leak|leaks|leaked memory", kAsserted},
    {Role::kProblem, "out of memory", kAsserted},
    {Role::kProblem, "oom|ooms|oomed", kAsserted},
    {Role::kProblem, "bug|bugs|buggy", kAsserted},
    {Role::kProblem,
     "is|are|was|were|got|gets|being broken|wrong|incorrect|stale|corrupted|"
     "misleading|outdated",
     kAsserted},
    {Role::kProblem, "was|were|got|gets|being missing|lost|ignored|dropped|overwritten",
     kAsserted | kInChange},
    {Role::kProblem,
     "incorrectly|wrongly|mistakenly|erroneously|accidentally|inadvertently|"
     "unintentionally",
     kAsserted},
    {Role::kProblem, "silently", kAsserted | kInChange},
    {Role::kProblem, "fails|failed|failing to|when|with|if|on|because|for|in|due|at|.|,|:|since",
     kAsserted | kInChange},
    {Role::kProblem, "this|it|that|which|` fails|breaks|failed|broke", kAsserted},
    {Role::kProblem,
     "will|would|can|could|may|might|otherwise fail|break|leak|overflow|underflow|"
     "diverge|recompile",
     kAsserted},
    {Role::kProblem, "work|works|working|play|function|behave correctly|properly|well|as|right",
     kNegated | kAsserted},
    {Role::kProblem, "did not|n't work"},
    {Role::kProblem, "didn't work"},
    {Role::kProblem, "^ previously|formerly *", kInChange},
    {Role::kProblem, "^ currently ,|the|we|it|there|when|if|this", kInChange},
    {Role::kProblem, "before|prior this|to pr|change|commit|patch|fix|mr|this", kInChange},
    {Role::kProblem,
     "the|this|main|known|underlying|root problem|issue|cause is|was|:|here|with|"
     "occurs|happens|arises"},
    {Role::kProblem,
     "an|the|some|this|any issue|problem|error|failure|errors|issues where|when|in|"
     "with|caused",
     kInChange | kAsserted},
    {Role::kProblem, "regression|regressions|regressed -test|tests|testing|suite",
     kInChange | kAsserted},
    {Role::kProblem,
     "cause|causes|caused|causing|trigger|triggers|triggered|triggering|hit|hits ~ "
     "error|errors|crash|crashes|hang|hangs|failure|failures|nan|nans|oom|deadlock|"
     "deadlocks|issue|issues|problem|problems|overflow|divergence|recompilation|"
     "recompilations|recompiles|mismatch|mismatches|corruption|bug|bugs|slowdown|"
     "exception|assertion|regression",
     kAsserted},
    {Role::kProblem,
     "lead|leads|led|leading to ~ error|errors|crash|crashes|hang|hangs|failure|"
     "failures|nan|nans|oom|deadlock|deadlocks|issue|issues|problem|problems|"
     "overflow|incorrect|wrong|divergence|mismatch|corruption|unexpected|"
     "inconsistent|invalid",
     kAsserted},
    {Role::kProblem,
     "result|results|resulted|resulting in ~ error|errors|crash|crashes|hang|hangs|"
     "failure|failures|nan|nans|oom|deadlock|overflow|incorrect|wrong|mismatch|"
     "unexpected|inconsistent|invalid",
     kAsserted},
    {Role::kProblem,
     "is|was|are|were|becomes|became too slow|large|big|many|expensive|strict|long|"
     "small|early|late|broad",
     kAsserted | kInChange},
    {Role::kProblem, "flaky|flakiness", kAsserted | kInChange},
    {Role::kProblem, "unable to", kAsserted | kInChange | kAnyway},
};

constexpr Cue kDecisions[] = {
    {Role::kDecision, "instead of", kBesideCode | kAsserted},
    {Role::kDecision, "rather than", kBesideCode | kAsserted},
    {Role::kDecision, "we|i|and|have|was|then decided|decide|chose|choose|opt|opted|prefer"},
    {Role::kDecision, "decided to|not|on|against"},
    {Role::kDecision, "chosen to|because|over|so|since"},
    {Role::kDecision, "by design", kAnyway},
    {Role::kDecision, "intentionally|deliberately|purposely|purposefully|intentional|deliberate",
     kAsserted},
    {Role::kDecision, "on purpose"},
    {Role::kDecision, "for now", kAnyway},
    {Role::kDecision, "for the time being", kAnyway},
    {Role::kDecision,
     "temporarily disable|disabled|disabling|skip|skipped|remove|removed|turn|revert"},
    {Role::kDecision, "in favor|favour of", kBesideCode},
    {Role::kDecision, "replaces ~ with|by", kBesideCode},
    {Role::kDecision, "design decision|choice"},
    {Role::kDecision, "-please switch|switched|switches|switching to|from", kInChange},
    {Role::kDecision, "^ use|using ~ instead", kBesideCode | kAsserted},
};

constexpr Cue kAlternatives[] = {
    {Role::kAlternative, "instead of", kBesideCode | kAsserted},
    {Role::kAlternative, "rather than", kBesideCode | kAsserted},
    {Role::kAlternative, "in favor|favour of", kBesideCode},
    {Role::kAlternative, "we|i tried"},
    {Role::kAlternative, "we|i|also|was|were considered"},
    {Role::kAlternative, "considered using|making|adding|but|and|doing|having"},
    {Role::kAlternative, "an|another|the|one|other|possible alternative|option would|could"},
    {Role::kAlternative, "alternatives considered|:"},
    {Role::kAlternative, "could also|have ~ but", kAnyway},
    {Role::kAlternative, "would be|have better|nicer|cleaner|preferable|ideal|simpler|easier|been"},
    {Role::kAlternative, "we|one could ~ but", kAnyway},
};

}  // namespace

void AddCuesOfChoices(std::vector<Cue>& cues) {
  cues.insert(cues.end(), std::begin(kReasons), std::end(kReasons));
  cues.insert(cues.end(), std::begin(kProblems), std::end(kProblems));
  cues.insert(cues.end(), std::begin(kDecisions), std::end(kDecisions));
  cues.insert(cues.end(), std::begin(kAlternatives), std::end(kAlternatives));
}

}  // namespace allreview::intent
