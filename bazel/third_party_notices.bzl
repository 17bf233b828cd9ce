"""third_party_notices: the notices of everything from elsewhere that is in our programs."""

NoticesInfo = provider(
    doc = "What a target and its dependencies hold of others.",
    fields = {
        "files": "depset of notices",
        "missing": "depset of labels of external targets that have none",
    },
)

# Through these attributes a target's content gets into a program. Tools are not among them.
_EDGES = ["actual", "deps", "hdrs", "malloc", "src", "srcs", "textual_hdrs"]

# They come with Bazel and hold nothing.
_BUILD_REPOSITORIES = ["bazel_tools", "local_config_cc", "local_config_platform", "platforms"]

def _is_external(label):
    return bool(label.workspace_name) and label.workspace_name not in _BUILD_REPOSITORIES

def _targets(value):
    return value if type(value) == "list" else [value] if type(value) == "Target" else []

def _aspect_impl(target, ctx):
    files, missing = [], []
    licenses = getattr(ctx.rule.attr, "applicable_licenses", None) or []
    transitive = [license.files for license in licenses]
    if _is_external(target.label) and not licenses:
        missing.append(str(target.label))
    missing_below = []
    for edge in _EDGES:
        for dependency in _targets(getattr(ctx.rule.attr, edge, None)):
            if NoticesInfo in dependency:
                transitive.append(dependency[NoticesInfo].files)
                missing_below.append(dependency[NoticesInfo].missing)
            elif _is_external(dependency.label) and not _is_external(target.label):
                # A source file: nothing says what holds for it.
                missing.append(str(dependency.label))
    return [NoticesInfo(
        files = depset(files, transitive = transitive),
        missing = depset(missing, transitive = missing_below),
    )]

_notices = aspect(
    attr_aspects = _EDGES,
    implementation = _aspect_impl,
)

def _impl(ctx):
    missing = depset(transitive = [program[NoticesInfo].missing for program in ctx.attr.programs]).to_list()
    if missing:
        fail("nothing says who made these and what they allow; give their repositories " +
             "default_applicable_licenses: " + ", ".join(missing))
    files = depset(transitive = [program[NoticesInfo].files for program in ctx.attr.programs])
    out = ctx.actions.declare_file(ctx.label.name)
    args = ctx.actions.args()
    args.add(out)
    args.add(ctx.file.head)

    # Two repositories may be of one package.
    args.add_all(files)
    ctx.actions.run_shell(
        command = """
          out=$1; shift
          cat "$1" > "$out"; shift
          for file in "$@"; do
            [ -s "$file" ] || { echo "$file is empty: where is the copyright of this library?" >&2; exit 1; }
          done
          for file in $(sha256sum "$@" | sort -u -k1,1 | sed 's/^[^ ]* *//' | sort); do
            echo; cat "$file"
          done >> "$out"
        """,
        arguments = [args],
        inputs = depset([ctx.file.head], transitive = [files]),
        outputs = [out],
        mnemonic = "Notices",
    )
    return [DefaultInfo(files = depset([out]))]

third_party_notices = rule(
    attrs = {
        "head": attr.label(allow_single_file = True, doc = "comes first", mandatory = True),
        "programs": attr.label_list(aspects = [_notices], mandatory = True),
    },
    doc = "One file of the notices of all external repositories whose content is in the programs. " +
          "A build error names those that have none.",
    implementation = _impl,
)
