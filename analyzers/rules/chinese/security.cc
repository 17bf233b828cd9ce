// Rules of security.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> Security() {
  static constexpr RuleText kTexts[] = {
      {.id = "added-generated-mark",
       .title = "变更把自己的代码标记为自动生成",
       .message = "`{mark}` 表示该文件由程序生成；变更之前并没有这个标记",
       .consequence = "合并之后，该标记会使此文件以后的变更不再被审阅；本次变更仍然经过了审阅",
       .advice = "如果该文件由人编辑，删除该标记；否则在变更中说明它由什么生成"},
      {.id = "disabled-certificate-check",
       .title = "没有校验证书",
       .message = "`{what}` 接受任何证书",
       .consequence = "中间人可以读取发送的 token，并返回被替换的权重或数据",
       .advice = "保持校验开启；如果使用私有 CA，传入其证书文件：`verify=\"/path/ca.pem\"`"},
      {.id = "evaluated-text",
       .title = "把外部文本当作 Python 执行",
       .message = "`{function}` 执行 `{text}`，而其内容并非写死在程序中",
       .consequence = "任何能通过命令行参数、文件或请求设置该文本的人，都能在作业中执行任意代码",
       .advice = "改用 {instead}"},
      {.id = "explicit-unsafe-torch-load",
       .title = "显式允许 torch.load 反序列化任意对象",
       .message = "`torch.load({source}, weights_only=False)` 会执行文件中指定的代码，而其路径并"
                  "不固定",
       .consequence = "任何能写入或指定该 checkpoint 的人都能在作业中执行代码",
       .advice = "传入 `weights_only=True`，并用 `torch.serialization.add_safe_globals` 列出所需"
                 "的类；否则用注释说明 `{source}` 由谁写入"},
      {.id = "hard-coded-secret",
       .title = "源码中含有凭据",
       .message = "这个{where}中疑似含有 {provider} 凭据（`{prefix}...`）",
       .consequence = "任何能读到该仓库、其 fork 或历史记录的人都能使用它",
       .advice = "立即吊销，并改为从环境变量或密钥管理服务读取新的凭据"},
      {.id = "hidden-character",
       .title = "掩盖代码真实内容的字符",
       .message = "这一行含有 `{character}`：{effect}",
       .consequence = "审阅者会批准自己没有看到的代码",
       .advice = "删除 `{character}`；如果字符串确实需要它，写成转义序列"},
      {.id = "insecure-temporary-file",
       .title = "文件名可能被他人抢占的临时文件",
       .message = "`{path}` {why}",
       .consequence = "各 rank 会互相覆盖文件；在共享主机上，他人可以在该处放一个链接",
       .advice = "使用 `tempfile.mkstemp()` 或 `tempfile.TemporaryDirectory()`；如果之后还要找到"
                 "该文件，把它放到输出目录并在文件名中带上 rank"},
      {.id = "lookalike-name",
       .title = "Python 会当作其他字母的名字",
       .message = "对 Python 来说，`{written}` 就是 `{name}`",
       .consequence = "搜索 `{name}` 找不到这里，linter 也找不到",
       .advice = "写成 `{name}`"},
      {.id = "path-from-request",
       .title = "路径由请求内容拼成",
       .message = "`{path}` 中的 `{part}` 是否可能包含 `..` 或绝对路径？",
       .consequence = "如果可能，请求就能读写目标目录之外的文件",
       .advice = "取 `os.path.basename({part})`，或者在打开之前检查 "
                 "`path.resolve().is_relative_to(folder)`"},
      {.id = "request-without-timeout",
       .title = "可能永远等待的请求",
       .message = "`{call}` 没有设置超时：对端一直不响应，它就一直等待",
       .consequence = "一个挂起的服务端会卡住该 rank，进而卡住作业的每一次集合通信",
       .advice = "传入以秒为单位的 `timeout=`，并处理它抛出的异常"},
      {.id = "shell-command-from-variable",
       .title = "由变量拼成的 shell 命令",
       .message = "`{function}` 把 `{command}` 交给 shell 执行，而其内容不是常量",
       .consequence = "路径或名字中的空格、`;` 或 `$(...)` 会以训练作业的权限作为命令执行",
       .advice = "把参数列表传给不带 `shell=True` 的 `subprocess.run`，或者用 `shlex.quote` 转义"
                 "每个值"},
      {.id = "trusted-remote-code",
       .title = "执行模型仓库中的代码",
       .message = "`{function}` 会执行 {model} 所在仓库当前的 Python 代码",
       .consequence = "任何能向该仓库推送的人都能在作业中执行代码，仓库的改动也会改变结果",
       .advice = "做成默认关闭的选项，或者固定到一个审阅过的 `revision`"},
      {.id = "unchecked-extraction",
       .title = "解压归档时没有过滤",
       .message = "`{call}` 会写到 `{archive}` 成员所指定的任何位置，包括 `../../` 和链接指向的位"
                  "置",
       .consequence = "外来的归档可以覆盖目标目录之外的文件，例如密钥或接下来要执行的代码",
       .advice = "传入 `filter=\"data\"`"},
      {.id = "unpickled-data",
       .title = "对外部数据做 unpickle",
       .message = "对 `{source}` 调用 `{loader}` 会执行数据中指定的任意代码",
       .consequence = "任何能写入该文件或访问该 socket 的人，都能在每个读取它的 rank 上以作业的权"
                      "限执行代码",
       .advice = "改用 JSON、safetensors 或 npz 存储；否则用注释说明 `{source}` 由谁写入，并在该"
                 "行标注 `noqa: S301`"},
      {.id = "unreadable-source",
       .title = "Python 读到的内容与人看到的不同",
       .message = "该文件显示的内容不是 Python 执行的内容：{what}",
       .consequence = "没有人能审阅该文件，本次审阅也没有",
       .advice = "把文件保存为 UTF-8，不要声明编码"},
      {.id = "unsafe-torch-load",
       .title = "torch.load 没有指定 weights_only",
       .message = "`torch.load({source})` 没有说明是否允许反序列化对象",
       .consequence = "在 PyTorch 2.6 之前，外来的 checkpoint 可以执行任意代码；从 2.6 起，同一行"
                      "会拒绝含有 tensor 以外内容的 checkpoint",
       .advice = "传入 `weights_only=True`；或者传入 `weights_only=False` 并用注释说明为什么信任"
                 "该文件"},
      {.id = "unsafe-yaml-load",
       .title = "用会构造对象的 loader 加载 YAML",
       .message = "`{call}` 不安全：`{stream}` 的内容{effect}",
       .consequence = "外来的配置文件可以在作业中执行代码",
       .advice = "使用 `yaml.safe_load({stream})`"},
  };
  return kTexts;
}

}  // namespace allreview::rules::chinese
