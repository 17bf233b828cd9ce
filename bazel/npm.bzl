"""npm_archive: the sources of one npm package (tree-sitter, grammars, mermaid…), pinned by version and sha256."""

load(":notice.bzl", "write_notice")

def _impl(ctx):
    npm = ctx.which("npm")
    if not npm:
        fail("\n\n*** npm is missing, it is needed to fetch %s\n*** run: apt-get install npm\n" % ctx.attr.package)
    spec = "%s@%s" % (ctx.attr.package, ctx.attr.version)
    r = ctx.execute([npm, "pack", "--silent", "--prefer-offline", "--ignore-scripts", spec], timeout = 120)
    if r.return_code:
        fail("npm pack %s failed: %s" % (spec, r.stderr))
    tarball = r.stdout.strip().split("\n")[-1]
    sha = ctx.execute(["sha256sum", tarball]).stdout.split(" ")[0]
    if sha != ctx.attr.sha256:
        fail("%s: sha256 is %s, WORKSPACE says %s" % (spec, sha, ctx.attr.sha256))
    ctx.extract(tarball, stripPrefix = "package")
    ctx.delete(tarball)
    ctx.symlink(ctx.attr.build_file, "BUILD.bazel")
    if ctx.attr.license_files:
        texts = [ctx.read(path) for path in ctx.attr.license_files]
        write_notice(ctx, "npm archive %s %s" % (ctx.attr.package, ctx.attr.version), texts)

npm_archive = repository_rule(
    implementation = _impl,
    attrs = {
        "package": attr.string(mandatory = True),
        "version": attr.string(mandatory = True),
        "sha256": attr.string(mandatory = True, doc = "of the tarball, lower-case hex"),
        "license_files": attr.string_list(doc = "files; for archives of which something is in our programs"),
        "build_file": attr.label(mandatory = True, allow_single_file = True),
    },
)
