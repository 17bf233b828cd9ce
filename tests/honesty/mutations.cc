#include "tests/honesty/mutations.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace allreview::honesty {
namespace {

// What the change adds: the callers go on with values of their own rank.
constexpr absl::string_view kDefect =
    "\n\ndef sum_tokens(tokens, group):\n"
    "    dist.all_reduce(tokens.float(), group=group)\n"
    "    return tokens\n";
constexpr absl::string_view kHead =
    "import torch\nimport torch.distributed as dist\n\n\ndef scale(x):\n    return x * 2\n";
constexpr absl::string_view kTail = "\n\ndef shift(x):\n    return x + 1\n";

// One file of a change in the making.
struct State {
  std::string path = "train/step.py";
  std::string old_path = "train/step.py";  // Empty: the file is new.
  uint32_t mode = 0100644;
  uint32_t old_mode = 0100644;
  std::string after = absl::StrCat(kHead, kDefect, kTail);
  std::string before = absl::StrCat(kHead, kTail);
  MemoryChange rest;       // Other files.
  bool is_marked = false;  // As generated, by the change.
  bool is_link = false;    // The path leads to another file, which holds the text.

  void ReplaceInDefect(absl::string_view from, absl::string_view to) {
    after = absl::StrReplaceAll(after, {{from, to}});
  }
  void AddFirstLine(absl::string_view line) { after = absl::StrCat(line, "\n", after); }
  void AddFile(const std::string& name, absl::string_view text) {
    rest.after[name] = {.content = std::string(text)};
  }
};

size_t Pick(Random& random, size_t count) { return random() % count; }

template <typename T, size_t kCount>
const T& OneOf(Random& random, const T (&choices)[kCount]) {
  return choices[Pick(random, kCount)];
}

void Encoding(State& state, Random& random) {
  constexpr absl::string_view kNames[] = {"utf-7",   "unicode_escape", "raw_unicode_escape",
                                          "utf-16",  "rot13",          "hex",
                                          "gbk",     "big5",           "shift_jis",
                                          "cp037",   "gb18030",        "latin-1",
                                          "cp1252",  "utf-8",          "utf8",
                                          "koi8-r",  "euc-jp",         "UTF_8_sig",
                                          "no-such", "punycode",       "iso2022_jp",
                                          "utf-32",  "johab",          "cp949"};
  constexpr absl::string_view kForms[] = {
      "# -*- coding: ", "#coding=", "# vim: fileencoding=", " \t# encoding:  "};
  state.AddFirstLine(absl::StrCat(OneOf(random, kForms), OneOf(random, kNames)));
  if (Pick(random, 3) == 0) state.AddFirstLine("#!/usr/bin/env python");
  if (Pick(random, 4) == 0) state.AddFirstLine("");
}

// The defect stands in a comment, which the encoding ends.
void CodeInComment(State& state, Random& random) {
  const bool is_utf7 = Pick(random, 2) == 0;
  const absl::string_view line_end = is_utf7 ? "+AAo-" : "\\u000a";
  constexpr absl::string_view kEscapes[] = {"unicode_escape", "raw_unicode_escape"};
  state.after = absl::StrCat(
      "# coding: ", is_utf7 ? "utf-7" : OneOf(random, kEscapes), "\n# done",
      absl::StrReplaceAll(absl::StrCat(kHead, kDefect), {{"\n", std::string(line_end)}}), "\n");
}

void ByteOrderMark(State& state, Random&) { state.after = "\xEF\xBB\xBF" + state.after; }

void CarriageReturns(State& state, Random& random) {
  switch (Pick(random, 4)) {
    case 0:
      state.ReplaceInDefect("\n", "\r\n");
      break;
    case 1:
      state.after = "# note\r" + absl::StrReplaceAll(state.after, {{"\n", "\r"}});
      break;
    case 2:
      state.ReplaceInDefect("\n\ndef sum_tokens", "\n# note\rdef sum_tokens");
      break;
    default:
      state.ReplaceInDefect("\n    dist.", "\n    # note\r    dist.");
  }
}

void WhiteSpace(State& state, Random& random) {
  switch (Pick(random, 5)) {
    case 0:
      state.ReplaceInDefect("\n    ", "\n\t");
      break;
    case 1:
      state.ReplaceInDefect("\ndef sum", "\n\fdef sum");
      break;
    case 2:
      state.ReplaceInDefect("dist.all_reduce(", "dist.\\\n        all_reduce(");
      break;
    case 3:
      state.ReplaceInDefect("    dist.all", "    pass; dist.all");
      break;
    default:
      state.ReplaceInDefect("(tokens.float()", "(\n\n  # first\x0B\x1C\x1E\n  tokens.float()");
  }
}

void ForeignBytes(State& state, Random& random) {
  switch (Pick(random, 5)) {
    case 0:
      state.after += std::string("# \0\n", 4);
      break;
    case 1:  // Behind what git looks at.
      state.after += absl::StrCat("# ", std::string(9000, 'x'), "\n", std::string("# \0\n", 4));
      break;
    case 2: {
      std::string wide = "\xFF\xFE";
      for (char c : state.after) wide += std::string({c, '\0'});
      state.after = wide;
      break;
    }
    case 3:
      state.after += "# \xE9t\xE9\n";
      break;
    default:
      state.after = absl::StrCat("# coding: latin-1\n", state.after, "# \xE9t\xE9 \xAA\n");
  }
}

void Mark(State& state, Random& random) {
  constexpr absl::string_view kMarks[] = {
      "# \x40generated", "# Code was generated, do not edit lightly.",
      "# AUTOGENERATED: generated by make. DO NOT MODIFY",
      "# Generated by the protocol buffer compiler.  DO NOT EDIT!",
      "\"\"\"Generated. Do not edit.\"\"\""};
  state.AddFirstLine(OneOf(random, kMarks));
  state.is_marked = true;
  if (Pick(random, 4) == 0) state.AddFirstLine("#!/usr/bin/env python");
}

// The base was marked, and the change takes the mark away.
void RemovedMark(State& state, Random& random) {
  if (state.is_marked) return;  // It would be there before and after.
  state.before = absl::StrCat("# Generated. Do not edit.\n", state.before);
  if (Pick(random, 2) == 0) state.before = absl::StrCat("# Generated. Do not edit.\n", state.after);
}

void OtherPath(State& state, Random& random) {
  constexpr absl::string_view kPaths[] = {
      "vendor/step.py",        "third_party/x/step.py",  "node_modules/step.py",
      "train/step_pb2.py",     "train/step_pb2_grpc.py", "site-packages/step.py",
      "docs/step.py",          "fixtures/step.py",       "testdata/step.py",
      "train/STEP.PY",         "train/step.pyw",         "train/lock.py",
      "golden/step.py",        "build/step.py",          "train/a b.py",
      "train/\xE6\x90\x8D.py", ".hidden/step.py"};
  state.path = std::string(OneOf(random, kPaths));
  // Else it would be the base that says so.
  if (state.old_path == "train/step.py" && Pick(random, 2) == 0) state.old_path.clear();
}

void Script(State& state, Random& random) {
  constexpr absl::string_view kPaths[] = {"bin/train", "tools/step", "docs/run"};
  // Neither git nor anybody else says of such a file that it is text.
  if (absl::StrContains(state.after, absl::string_view("\0", 1))) return;
  state.path = std::string(OneOf(random, kPaths));
  state.old_path.clear();
  if (!absl::StartsWith(state.after, "#!")) state.AddFirstLine("#!/usr/bin/env python3");
}

// Code that nobody had to read becomes a module.
void FromUnreadFile(State& state, Random& random) {
  constexpr absl::string_view kPaths[] = {"data/step.txt",  "docs/step.md",   "step.json",
                                          "train/step.sh",  "vendor/step.py", "step.lock",
                                          "train/step.pyx", "train/a_pb2.py", "notes"};
  // A script is read, whatever it is called.
  if (state.is_marked || absl::StartsWith(state.after, "#!")) return;
  state.path = "train/step.py";
  state.old_path = std::string(OneOf(random, kPaths));
  state.before = Pick(random, 2) == 0 ? state.after : absl::StrCat(state.after, "# end\n");
}

void New(State& state, Random&) { state.old_path.clear(); }

void Mode(State& state, Random& random) {
  constexpr uint32_t kModes[] = {0100755, 0100644};
  state.mode = OneOf(random, kModes);
  if (Pick(random, 3) == 0) {
    state.old_mode = 0120000;
    state.before = "elsewhere.py";
    state.old_path = state.path;
  }
}

void Link(State& state, Random&) {
  // Other names say nothing of a language.
  state.is_link = absl::StrContains(state.path, ".py") || absl::StrContains(state.path, ".PY");
}

void Letters(State& state, Random& random) {
  constexpr absl::string_view kNames[] = {
      "\xEF\xBD\x81ll_reduce", "all_\xF0\x9D\x93\273educe", "all\xEF\xBC\xBFreduce",
      "\xF0\x9D\x90\x9A\xF0\x9D\x90\xA5\xF0\x9D\x90\xA5_reduce", "a\xE2\x82\x97l_reduce"};
  state.ReplaceInDefect("dist.all_reduce", absl::StrCat("dist.", OneOf(random, kNames)));
}

void Hidden(State& state, Random& random) {
  constexpr absl::string_view kCharacters[] = {"\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x80\x8B",
                                               "\xE2\x80\xA8", "\xC2\x85",     "\xEF\xBB\xBF",
                                               "\x08",         "\x1B[2K"};
  const std::string character(OneOf(random, kCharacters));
  if (Pick(random, 2) == 0) {
    state.ReplaceInDefect("\n    dist.", absl::StrCat("\n    # ", character, "\n    dist."));
  } else {
    state.ReplaceInDefect("group=group)\n", absl::StrCat("group=group)  # ", character, "\n"));
  }
}

void BrokenSyntax(State& state, Random& random) {
  constexpr absl::string_view kBroken[] = {"def f(:\n    pass\n", "x = $\n",       "x = (\n",
                                           "print 'x'\n",         "'''\n",         "if x\n  y\n",
                                           "<<<<<<< HEAD\n",      "def ( [ { '\n", "x = 1 2\n",
                                           "return return\n",     "x = 'a\n",      "]\n"};
  const absl::string_view broken = OneOf(random, kBroken);
  switch (Pick(random, 3)) {
    case 0:
      state.after = absl::StrCat(broken, state.after);
      break;
    case 1:
      absl::StrAppend(&state.after, broken);
      break;
    default:
      state.ReplaceInDefect("\n\ndef sum", absl::StrCat("\n", broken, "\ndef sum"));
  }
}

// Comments and files of the change that ask not to be read.
void Requests(State& state, Random& random) {
  constexpr absl::string_view kId = "inplace-collective-on-temporary";
  switch (Pick(random, 6)) {
    case 0:
      state.ReplaceInDefect("    dist.",
                            absl::StrCat("    # allreview: allow ", kId, "\n    dist."));
      break;
    case 1:
      state.ReplaceInDefect("group=group)\n",
                            absl::StrCat("group=group)  # allreview: allow ", kId, "\n"));
      break;
    case 2:
      state.AddFile(".gitattributes",
                    "*.py binary -diff linguist-generated=true linguist-vendored\n");
      break;
    case 3:
      state.AddFile(".allreview.yaml", absl::StrCat("rules:\n  disable: [", kId, "]\n"));
      break;
    case 4:
      state.AddFile(".allreview.yaml", "coverage:\n  accept_unsupported: [python]\n");
      break;
    default:
      state.AddFile(".allreviewignore", "*.py\n");
      state.ReplaceInDefect("group=group)\n", "group=group)  # noqa\n");
  }
}

void Size(State& state, Random& random) {
  switch (Pick(random, 12)) {
    case 0:  // Over the limit of a file.
      absl::StrAppend(&state.after, "# ", std::string(4 << 20, 'x'), "\n");
      break;
    case 1: {
      constexpr int kDepth = 1500;
      absl::StrAppend(&state.after, "x = ", std::string(kDepth, '('), "1", std::string(kDepth, ')'),
                      "\n");
      break;
    }
    case 2:
      for (int i = 0; i < 3000; ++i) absl::StrAppend(&state.after, "# line ", i, "\n");
      break;
    default:
      state.ReplaceInDefect("group=group)", absl::StrCat("group=group)", std::string(2000, ' ')));
  }
}

// The lines of the defect leave a place where they were no code.
void Moved(State& state, Random& random) {
  constexpr absl::string_view kPaths[] = {"step.sh", "step.txt", "docs/step.md", "step.js",
                                          "vendor/gone.py"};
  state.rest.before[std::string(OneOf(random, kPaths))] = {
      .content = absl::StrCat("first\n", kHead, kDefect, "last\n")};
}

void OtherFiles(State& state, Random& random) {
  constexpr absl::string_view kPaths[] = {"README.md", "poetry.lock", "a.json", "logo.svg",
                                          "b.txt"};
  for (size_t i = 0; i < 1 + Pick(random, 4); ++i) {
    const std::string path(OneOf(random, kPaths));
    state.rest.before[path] = {.content = "old\n"};
    if (Pick(random, 3) > 0) state.rest.after[path] = {.content = "new\n"};
  }
  if (Pick(random, 3) == 0) state.rest.before["train/gone.py"] = {.content = "y = 1\n"};
}

void Copy(State& state, Random&) {
  if (state.is_marked) return;
  // The old file stays, and nobody had to read it.
  state.path = "train/step.py";
  state.old_path = "vendor/original.py";
  state.before = absl::StrCat(state.after, "# end\n");
  state.rest.after[state.old_path] = {.content = state.before};
}

struct Mutation {
  absl::string_view name;
  void (*mutate)(State& state, Random& random);
  bool is_of_bytes = false;  // What comes later would not find its place in the text.
};

constexpr Mutation kMutations[] = {
    {"white space", WhiteSpace},
    {"letters", Letters},
    {"hidden characters", Hidden},
    {"requests", Requests},
    {"broken syntax", BrokenSyntax},
    {"size", Size},
    {"moved lines", Moved},
    {"other files", OtherFiles},
    {"mark", Mark},
    {"removed mark", RemovedMark},
    {"encoding", Encoding},
    {"code in comment", CodeInComment, true},
    {"byte order mark", ByteOrderMark},
    {"carriage returns", CarriageReturns, true},
    {"foreign bytes", ForeignBytes, true},
    {"other path", OtherPath},
    {"new file", New},
    {"script", Script},
    {"from an unread file", FromUnreadFile},
    {"copy", Copy},
    {"mode", Mode},
    {"link", Link},
};

MemoryChange ChangeOf(const State& state) {
  MemoryChange change = state.rest;
  if (!state.old_path.empty()) {
    change.before[state.old_path] = {.content = state.before, .mode = state.old_mode};
    if (state.old_path != state.path) change.renames[state.path] = state.old_path;
  }
  change.after[state.path] = {.content = state.after, .mode = state.mode};
  if (state.is_link) {
    change.after["data/payload.txt"] = {.content = state.after};
    change.after[state.path] = {.content = "../data/payload.txt", .mode = 0120000};
    change.renames.clear();
  }
  return change;
}

}  // namespace

Mutated MutateAtRandom(Random& random) {
  State state;
  Mutated mutated;
  const size_t wanted = 1 + Pick(random, 4);
  std::vector<bool> is_chosen(std::size(kMutations));
  for (size_t i = 0; i < wanted; ++i) is_chosen[Pick(random, std::size(kMutations))] = true;
  bool has_bytes = false;
  for (size_t i = 0; i < std::size(kMutations); ++i) {
    const Mutation& mutation = kMutations[i];
    if (!is_chosen[i] || (mutation.is_of_bytes && has_bytes)) continue;
    mutation.mutate(state, random);
    has_bytes |= mutation.is_of_bytes;
    mutated.names.emplace_back(mutation.name);
  }
  mutated.change = ChangeOf(state);
  return mutated;
}

std::vector<Mutated> MutateByEachAlone() {
  constexpr int kVariants = 24;
  std::vector<Mutated> all = {{.change = ChangeOf(State()), .names = {"nothing"}}};
  for (const Mutation& mutation : kMutations) {
    for (int seed = 0; seed < kVariants; ++seed) {
      Random random(seed);
      State state;
      mutation.mutate(state, random);
      all.push_back({.change = ChangeOf(state), .names = {std::string(mutation.name)}});
    }
  }
  return all;
}

}  // namespace allreview::honesty
