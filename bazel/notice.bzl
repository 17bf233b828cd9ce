"""Who made what an external repository holds: its notice, for the packages that we hand out."""

def write_notice(ctx, title, texts):
    """Makes @repository//notice, for default_applicable_licenses of the repository's targets.

    Args:
      ctx: of a repository rule
      title: what it is, with its version
      texts: licences and copyrights
    """
    line = "=" * 100
    notice = "\n".join([line, title, line, ""] + texts) + "\n" if texts else ""
    ctx.file("notice/NOTICE", notice)
    ctx.file("notice/BUILD.bazel", """
filegroup(
    name = "notice",
    srcs = ["NOTICE"],
    applicable_licenses = [],
    visibility = ["//visibility:public"],
)
""")

def write_debian_notice(ctx, packages, headers = []):
    """As write_notice, of Debian packages; elsewhere an empty notice, which no package may hold.

    Args:
      ctx: of a repository rule
      packages: names
      headers: files whose packages count, too: libboost-dev only depends on the one that has them
    """
    names = {package: None for package in packages}
    for header in headers:
        owner = ctx.execute(["dpkg-query", "-S", header]).stdout
        if ":" in owner:
            names[owner.split(":")[0]] = None
    paths = [ctx.path("/usr/share/doc/%s/copyright" % name) for name in names]
    texts = [ctx.read(path) for path in paths if path.exists]
    if len(texts) < len(names):
        write_notice(ctx, "", [])
        return
    versions = ctx.execute(["dpkg-query", "-W", "-f", "${Package} ${Version}, "] + names.keys())
    write_notice(ctx, "Debian: " + versions.stdout.rstrip(", "), texts)
