#include "services/report/story/delta_words.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/story/code_change.h"

namespace allreview::report {

using analysis::v1::Delta;

namespace {

constexpr size_t kMaxCodeBytes = 120;

using Words = DeltaWords;

// In the order in which they are told: what callers notice, what runs, and the rest.
constexpr Words kWords[] = {
    {Delta::KIND_BASE, Phrase("now inherits from {what}", "改为继承 {what}"),
     Phrase("no longer inherits from {what}", "不再继承 {what}"),
     Phrase("changes its base class: {what}", "基类变化：{what}")},
    {Delta::KIND_PARAMETER, Phrase("now takes {what}", "新增参数 {what}"),
     Phrase("no longer takes {what}", "删除参数 {what}"),
     Phrase("changes a parameter: {what}", "参数变化：{what}")},
    {Delta::KIND_DEFAULT, Phrase("adds the default {what}", "新增默认值 {what}"),
     Phrase("removes the default {what}", "删除默认值 {what}"),
     Phrase("changes the default: {what}", "默认值变化：{what}")},
    {Delta::KIND_STATE_DICT_KEY,
     Phrase("adds the checkpoint key {what}", "checkpoint 中新增键 {what}"),
     Phrase("removes the checkpoint key {what}", "checkpoint 中删除键 {what}"),
     Phrase("renames the checkpoint key: {what}", "checkpoint 键改名：{what}")},
    {Delta::KIND_RETURN, Phrase("can now return {what}", "现在可能返回 {what}"),
     Phrase("no longer returns {what}", "不再返回 {what}"),
     Phrase("changes what it returns: {what}", "返回值变化：{what}")},
    {Delta::KIND_RAISE, Phrase("can now raise {what}", "现在可能抛出 {what}"),
     Phrase("no longer raises {what}", "不再抛出 {what}"),
     Phrase("changes what it raises: {what}", "抛出的异常变化：{what}")},
    {Delta::KIND_GUARD, Phrase("adds the check {what}", "新增检查 {what}"),
     Phrase("removes the check {what}", "删除检查 {what}"),
     Phrase("changes a check: {what}", "检查条件变化：{what}")},
    {Delta::KIND_COLLECTIVE, Phrase("now communicates: {what}", "此处开始通信：{what}"),
     Phrase("no longer communicates: {what}", "此处不再通信：{what}"),
     Phrase("changes communication: {what}", "通信变化：{what}")},
    {Delta::KIND_DTYPE, Phrase("now sets the dtype with {what}", "新增 dtype 设置 {what}"),
     Phrase("drops {what}, which set the dtype", "删除设置 dtype 的 {what}"),
     Phrase("changes the dtype: {what}", "dtype 变化：{what}")},
    {Delta::KIND_DEVICE, Phrase("now sets the device with {what}", "新增 device 设置 {what}"),
     Phrase("drops {what}, which set the device", "删除设置 device 的 {what}"),
     Phrase("changes the device: {what}", "device 变化：{what}")},
    {Delta::KIND_ENVIRONMENT_VARIABLE,
     Phrase("now reads the environment variable {what}", "新增读取环境变量 {what}"),
     Phrase("no longer reads the environment variable {what}", "不再读取环境变量 {what}"),
     Phrase("changes an environment variable: {what}", "环境变量变化：{what}")},
    {Delta::KIND_BRANCH, Phrase("now branches on {what}", "新增分支条件 {what}"),
     Phrase("no longer branches on {what}", "删除分支条件 {what}"),
     Phrase("changes a condition: {what}", "分支条件变化：{what}")},
    {Delta::KIND_CALL, Phrase("now calls {what}", "新增调用 {what}"),
     Phrase("no longer calls {what}", "不再调用 {what}"),
     Phrase("changes a call: {what}", "调用变化：{what}")},
    {Delta::KIND_TENSOR_OPERATION,
     Phrase("adds the tensor operation {what}", "新增张量运算 {what}"),
     Phrase("removes the tensor operation {what}", "删除张量运算 {what}"),
     Phrase("changes a tensor operation: {what}", "张量运算变化：{what}")},
    {Delta::KIND_ATTRIBUTE, Phrase("now sets {what}", "新增属性 {what}"),
     Phrase("no longer sets {what}", "不再设置属性 {what}"),
     Phrase("changes an attribute: {what}", "属性变化：{what}")},
    {Delta::KIND_DECORATOR, Phrase("is now decorated with {what}", "新增装饰器 {what}"),
     Phrase("is no longer decorated with {what}", "删除装饰器 {what}"),
     Phrase("changes its decorator: {what}", "装饰器变化：{what}")},
    {Delta::KIND_VALUE, Phrase("now sets {what}", "新增设置 {what}"),
     Phrase("no longer sets {what}", "不再设置 {what}"),
     Phrase("changes a value: {what}", "取值变化：{what}")},
    {Delta::KIND_LOOP, Phrase("adds the loop {what}", "新增循环 {what}"),
     Phrase("removes the loop {what}", "删除循环 {what}"),
     Phrase("changes a loop: {what}", "循环变化：{what}")},
    {Delta::KIND_ANNOTATION, Phrase("adds the annotation {what}", "新增类型注解 {what}"),
     Phrase("removes the annotation {what}", "删除类型注解 {what}"),
     Phrase("changes an annotation: {what}", "类型注解变化：{what}")},
    {Delta::KIND_DOCSTRING, Phrase("adds a docstring", "新增 docstring"),
     Phrase("removes its docstring", "删除 docstring"),
     Phrase("rewrites its docstring", "改写 docstring")},
};

// Words for conditions that are not `if` tests.
constexpr Words kHandler = {
    Delta::KIND_BRANCH, Phrase("now catches {what}", "新增捕获 {what}"),
    Phrase("no longer catches {what}", "不再捕获 {what}"),
    Phrase("changes the exception that it catches: {what}", "捕获的异常变化：{what}")};
constexpr Words kExit = {Delta::KIND_GUARD,
                         Phrase("now exits early: {what}", "新增提前退出：{what}"),
                         Phrase("no longer exits early: {what}", "不再提前退出：{what}"),
                         Phrase("changes an early exit: {what}", "提前退出的条件变化：{what}")};

// What stands in a function inside of the function.
constexpr Words kLocal = {Delta::KIND_VALUE,
                          Phrase("adds the local function {what}", "新增局部函数 {what}"),
                          Phrase("removes the local function {what}", "删除局部函数 {what}"),
                          Phrase("changes its local function {what}", "修改局部函数 {what}")};

// A decorator that became a `with` around the body.
constexpr absl::string_view kWith = "with ";
constexpr Words kBlock = {
    Delta::KIND_DECORATOR, Phrase("is now decorated with {what}", "新增装饰器 {what}"),
    Phrase("is no longer decorated with {what}", "删除装饰器 {what}"),
    Phrase("enters {what} in a `with` around its whole body, no longer by a decorator: same effect",
           "{what} 由装饰器改为包住整个函数体的 `with`，效果相同")};

bool IsBlock(const Delta& delta) {
  return delta.kind() == Delta::KIND_DECORATOR && absl::StartsWith(delta.after(), kWith);
}

const std::string& TextOf(const Delta& delta) {
  return delta.after().empty() ? delta.before() : delta.after();
}

bool IsOfLocalFunction(const Delta& delta) {
  return delta.kind() == Delta::KIND_VALUE && absl::StartsWith(TextOf(delta), "def ");
}

std::string Code(absl::string_view text) {
  return MarkdownCode(Shorten(CleanLine(text), kMaxCodeBytes));
}

// "`key_fn`: `a` → `b`" of "def key_fn: a" and "def key_fn: b".
std::string WhatOfLocal(Language language, const Delta& delta) {
  constexpr Phrase kNow("{name}: {what} is new", "{name}：新增 {what}");
  constexpr Phrase kGone("{name}: {what} is gone", "{name}：删除 {what}");
  constexpr Phrase kDiffers("{name}: {what}", "{name}：{what}");
  absl::string_view before = delta.before(), after = delta.after();
  absl::ConsumePrefix(&before, "def "), absl::ConsumePrefix(&after, "def ");
  if (before.empty() || after.empty()) return Code(before.empty() ? after : before);
  const size_t end = after.find(": ");
  if (end == absl::string_view::npos) return Code(after);
  const std::string name = Code(after.substr(0, end));
  before.remove_prefix(std::min(before.size(), end + 2)), after.remove_prefix(end + 2);
  if (before.empty()) return Say(language, kNow, {{"name", name}, {"what", Code(after)}});
  if (after.empty()) return Say(language, kGone, {{"name", name}, {"what", Code(before)}});
  return Say(language, kDiffers,
             {{"name", name}, {"what", CodeChange(language, before, after, kMaxCodeBytes)}});
}

}  // namespace

DeltaWay WayOf(const Delta& delta) {
  if (delta.before().empty()) return DeltaWay::kAdded;
  return delta.after().empty() ? DeltaWay::kRemoved : DeltaWay::kChanged;
}

bool IsStoppingGuard(const Delta& delta) {
  if (delta.kind() != Delta::KIND_GUARD) return false;
  const std::string& text = TextOf(delta);
  return !absl::StrContains(text, ": return") && !absl::StrContains(text, ": continue") &&
         !absl::StrContains(text, ": break");
}

bool HandledException(const Delta& delta) {
  return delta.kind() == Delta::KIND_BRANCH && absl::StartsWith(TextOf(delta), "except");
}

std::vector<const DeltaWords*> AllDeltaWords() {
  std::vector<const DeltaWords*> all;
  for (const Words& words : kWords) {
    all.push_back(&words);
    if (words.kind == Delta::KIND_GUARD) all.push_back(&kExit);
    if (words.kind == Delta::KIND_BRANCH) all.push_back(&kHandler);
    if (words.kind == Delta::KIND_ATTRIBUTE) all.push_back(&kLocal);
    if (words.kind == Delta::KIND_DECORATOR) all.push_back(&kBlock);
  }
  return all;
}

const DeltaWords* WordsOf(const Delta& delta) {
  if (HandledException(delta)) return &kHandler;
  if (IsOfLocalFunction(delta)) return &kLocal;
  if (IsBlock(delta)) return &kBlock;
  if (delta.kind() == Delta::KIND_GUARD && !IsStoppingGuard(delta)) return &kExit;
  for (const Words& words : kWords) {
    if (words.kind == delta.kind()) return &words;
  }
  return nullptr;
}

std::string WhatOf(Language language, const Delta& delta) {
  if (IsOfLocalFunction(delta)) return WhatOfLocal(language, delta);
  if (IsBlock(delta)) return Code(absl::StripPrefix(delta.after(), kWith));
  const auto text = [&](absl::string_view side) {
    if (HandledException(delta)) absl::ConsumePrefix(&side, "except ");
    return side;
  };
  switch (WayOf(delta)) {
    case DeltaWay::kAdded:
      return Code(text(delta.after()));
    case DeltaWay::kRemoved:
      return Code(text(delta.before()));
    case DeltaWay::kChanged:
      return CodeChange(language, text(delta.before()), text(delta.after()), kMaxCodeBytes);
  }
  return "";
}

std::string ClauseOf(Language language, const DeltaWords& words, DeltaWay way,
                     const std::string& what) {
  const Phrase& phrase = way == DeltaWay::kAdded     ? words.added
                         : way == DeltaWay::kRemoved ? words.removed
                                                     : words.changed;
  return Say(language, phrase, {{"what", what}});
}

}  // namespace allreview::report
