"""Commits on pull-request branches that answer a review, in a clone that has refs/pull/*/head.

A commit answers a review when its subject says so: that it takes up what was said ("address review
comments", "resolve comments", "apply suggestions from code review"), that it follows from a review
("fixes per the review", "update with PR feedback"), or that it is one ("review comments", "PR
feedback"). "comments", "nit" and "fix comments" alone may speak of comments in the code and of the
author's own afterthoughts, so they do not count, nor do answers to bots and to oneself.
"""

import random
import re
import subprocess

from program import git

_SAID = r"(?:reviews?|reviewers?|feedbacks?|comments?|suggestions?|suggested|nits?|remarks?)"
_REVIEW = (r"(?:code[ -]reviews?|(?:pr|mr|peer)[ -](?:reviews?|feedbacks?|comments?|suggestions?|nits?)|"
           r"reviews?|reviewers?|feedbacks?)")
_TAKES_UP = (r"(?:add?ress?(?:es|ed|ing)?|resolv(?:e|es|ed|ing)|respond(?:s|ed|ing)?|"
             r"answer(?:s|ed|ing)?|incorporat(?:e|es|ed|ing)|integrat(?:e|es|ed|ing)|"
             r"appl(?:y|ies|ied|ying)|adopt(?:s|ed|ing)?|accept(?:s|ed|ing)?|follow(?:s|ed|ing)?|"
             r"implement(?:s|ed|ing)?|reflect(?:s|ed|ing)?)")
_FOLLOWS = r"(?:per|from|after|based on|according to|following|as|with|for|on|in|re:?)"
_WHOSE = r"(?: (?:the|some|more|a|an|latest|first|second|last|other|@?\w+'s))*"
_ANSWER = re.compile("|".join((
    r"\b%s\b(?:[^\w;:]+\w+){0,6}?[^\w;:]+%s\b" % (_TAKES_UP, _SAID),
    r"\b%s%s %s\b" % (_FOLLOWS, _WHOSE, _REVIEW),
    r"\breview(?:er)?(?:'?s)? (?:comments?|feedbacks?|suggestions?|nits?|remarks?|changes|fixes|"
    r"updates?|edits|actions|round|from)\b",
    r"\b(?:pr|mr|peer)[ -](?:feedbacks?|comments?|suggestions?|nits?)\b",
    r"\bsuggest(?:ions?|ed) (?:from|by)\b",
    r"\(\w* ?review\)$",
    r"^(?:\W|more|some|minor|final|further|pr|mr|code)*(?:reviews?|feedbacks?)\W*$",
    r"^feedback (?:from|of|by)\b")), re.I)
_BOT = r"copilot|greptile|gemini|coderabbit|claude|codex|cursor|devin|sourcery|pre-?commit|\bbot\b"
_NO_ANSWER = re.compile(
    r"\b(?:do not|don'?t|not for|for|needs?|under) review\b|\b(?:self|agent|ai)\b|error feedback|"
    r"^revert\b|^update (?:base for update )?on\b|" + _BOT, re.I)
_CO_AUTHOR_BOT = re.compile(r"\[bot\]|copilot", re.I)

# A branch with more is a release, a fork or a stack, not one person's change under review.
MAX_COMMITS = 150
MAX_FILES = 100


def is_answer(subject, co_authors=""):
    """Whether a subject says that the commit answers people. GitHub names as co-author whose
    suggestion was applied."""
    return bool(_ANSWER.search(subject) and not _NO_ANSWER.search(subject) and
                not ("suggest" in subject.lower() and _CO_AUTHOR_BOT.search(co_authors)))


class Answer:
    """A commit that answers a review, and the branch before it: `base` to `parent`."""

    def __init__(self, pull, commit, parent, base, last, subject):
        self.pull = pull        # Number of the pull request.
        self.commit = commit
        self.parent = parent
        self.base = base        # Where the branch before the answer left the main branch.
        self.last = last        # The last commit of the pull request.
        self.subject = subject
        self.hunks = {}         # Path in the parent -> (first, end) of lines that the answer replaces.
        self.added = {}         # Python file of the parent -> (first, end) of lines from the branch.
        self.renames = {}       # Path in the parent -> path in `last`, where they differ.

    def distance(self, path, line):
        """How far the answer's nearest change is from a line of the parent: 0 when it changes or
        removes the line, 1 for its neighbours and for those of an insertion. None: other files only."""
        return min((first - line if line < first else max(0, line - end + 1)
                    for first, end in self.hunks.get(path, [])), default=None)


class NoPulls(Exception):
    """The clone lacks what is measured; says what to do."""


def pull_heads(clone):
    """Number -> last commit of each pull request."""
    lines = git(clone, "for-each-ref", "--format=%(objectname) %(refname)",
                "refs/pull/*/head").decode().splitlines()
    heads = {int(line.split("/")[2]): line.split()[0] for line in lines}
    if not heads:
        raise NoPulls("%s has no branches of pull requests. Fetch them:\n"
                      "  git -C %s fetch origin '+refs/pull/*/head:refs/pull/*/head'" % (clone, clone))
    return heads


def _history(clone, main, heads):
    """Commit -> (place, parents, subject, is_answer, copy) of all that is not in the main branch;
    the greater its place, the older. Rebased copies of one commit have the same `copy`."""
    form = "%H%x00%P%x00%at %ae%x00%(trailers:key=Co-authored-by,valueonly,separator=%x2C)%x00%s"
    log = git(clone, "log", "--topo-order", "--format=" + form, "--stdin",
              data="".join(head + "\n" for head in heads).encode() + b"^" + main.encode() + b"\n")
    rows = {}
    for place, line in enumerate(log.decode(errors="replace").split("\n")):
        if line.count("\0") < 4:
            continue
        commit, parents, author, co_authors, subject = line.split("\0", 4)
        parents = parents.split()
        rows[commit] = (place, parents, subject,
                        len(parents) == 1 and is_answer(subject, co_authors), (author, subject))
    return rows


def _own_commits(head, rows):
    """What a branch has and the main branch lacks; None when that is too much."""
    seen, open_commits = set(), [head]
    while open_commits:
        commit = open_commits.pop()
        if commit in rows and commit not in seen:
            seen.add(commit)
            open_commits += rows[commit][1]
        if len(seen) > MAX_COMMITS:
            return None
    return seen


def by_pull(clone, main):
    """Number -> its answers, oldest first. An answer on stacked branches belongs to the first of
    them, as do its rebased copies."""
    heads = pull_heads(clone)
    rows = _history(clone, main, sorted(set(heads.values())))
    answers, taken = {}, set()
    for pull, head in sorted(heads.items()):
        own = [commit for commit in _own_commits(head, rows) or [] if rows[commit][3]]
        found = []
        for commit in sorted(own, key=lambda commit: -rows[commit][0]):
            _, parents, subject, _, copy = rows[commit]
            if copy not in taken:
                found.append(Answer(pull, commit, parents[0], None, head, subject))
                taken.add(copy)
        if found:
            answers[pull] = found
    return answers


def _names(clone, *words):
    return [name for name in git(clone, "diff", "--name-only", "--no-renames", "-z", *words).decode(
        errors="replace").split("\0") if name]


def _renames(clone, before, after):
    fields = git(clone, "diff", "--name-status", "-z", "-M", "--diff-filter=R", before,
                 after).decode(errors="replace").split("\0")
    return dict(zip(fields[1::3], fields[2::3]))


def _hunks(clone, before, after, is_after=False):
    """Path -> (first, end) of the lines that are replaced, or that replace them if `is_after`;
    (n, n): something is inserted, or removed, before line n."""
    diff = git(clone, "-c", "core.quotePath=false", "diff", "--unified=0", "--no-color",
               "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/", "-M", before, after)
    mark = "+++ b/" if is_after else "--- a/"
    hunks, path, is_header = {}, None, False
    for line in diff.decode(errors="replace").split("\n"):
        if line.startswith("diff --git "):
            path, is_header = None, True
        elif is_header and line.startswith(mark):
            path = line[len(mark):].rstrip("\t")
        elif line.startswith("@@ "):
            is_header = False
            start, _, count = line.split()[1 + is_after][1:].partition(",")
            first, count = int(start), int(count or 1)
            first += count == 0  # git names the line before the place.
            if path:
                hunks.setdefault(path, []).append((first, first + count))
    return hunks


def _complete(clone, main, answer):
    """Whether there is a change to review, of moderate size, and the answer edits Python files of it;
    fills in the rest of `answer`."""
    bases = git(clone, "merge-base", "--all", main, answer.parent).decode().split()
    if not bases or bases[0] == answer.parent:
        return False
    answer.base = bases[0]
    change = [answer.base, answer.parent]
    python = set(_names(clone, "--diff-filter=d", *change, "--", "*.py"))
    if not python or len(_names(clone, *change)) > MAX_FILES:
        return False
    answer.hunks = _hunks(clone, answer.parent, answer.commit)
    answer.added = {path: hunks for path, hunks in _hunks(clone, *change, is_after=True).items()
                    if path in python}
    answer.renames = _renames(clone, answer.parent, answer.last)
    return bool(python & set(answer.hunks))


def _is_complete(clone, main, answer):
    try:
        return _complete(clone, main, answer)
    except subprocess.CalledProcessError:  # A partial clone: some of the files are not there.
        return False


def draw(clone, main, limit, seed):
    """At most `limit` pull requests by chance, of each its first answer that edits Python files which
    the branch had changed; and how many pull requests there were to draw from."""
    answers = by_pull(clone, main)
    pulls = sorted(answers)
    random.Random(seed).shuffle(pulls)
    drawn = []
    for pull in pulls:
        if len(drawn) == limit:
            break
        drawn += [answer for answer in answers[pull] if _is_complete(clone, main, answer)][:1]
    return drawn, len(pulls)
