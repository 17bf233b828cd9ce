"""npm_archive: the sources of one npm package (tree-sitter, grammars, mermaid…), pinned by version and sha256; npm_tree: one with its dependencies, by a lock file."""

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

def _tree_impl(ctx):
    npm = ctx.which("npm")
    if not npm:
        fail("\n\n*** npm is missing, it is needed to fetch %s\n*** run: apt-get install npm\n" % ctx.name)
    ctx.symlink(ctx.attr.package_json, "package.json")
    ctx.symlink(ctx.attr.lock, "package-lock.json")
    r = ctx.execute([npm, "ci", "--silent", "--prefer-offline", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund"], timeout = 300)
    if r.return_code:
        fail("npm ci for %s failed: %s%s" % (ctx.name, r.stdout, r.stderr))
    ctx.symlink(ctx.attr.build_file, "BUILD.bazel")

npm_tree = repository_rule(
    doc = "A package with all that it needs, as node_modules: versions and SHA-512 are those of the lock file. Tests only.",
    implementation = _tree_impl,
    attrs = {
        "package_json": attr.label(mandatory = True, allow_single_file = True),
        "lock": attr.label(mandatory = True, allow_single_file = True),
        "build_file": attr.label(mandatory = True, allow_single_file = True),
    },
)
