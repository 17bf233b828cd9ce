"""Every npm archive that the build and the tests use: name, version, sha256 of the tarball."""

load("//bazel:npm.bzl", "npm_archive", "npm_tree")

def npm_deps():
    """Declares the archives."""

    # Core and grammar must agree on the ABI: 0.25 is the first core that accepts ABI 15, which
    # the grammar 0.25.0 was generated for. Debian's libtree-sitter stops at ABI 14.
    npm_archive(
        name = "tree_sitter",
        package = "tree-sitter",
        version = "0.25.1",
        build_file = "//third_party/tree_sitter:core.BUILD",
        license_files = [
            "LICENSE",
            "vendor/tree-sitter/lib/src/unicode/LICENSE",
        ],
        sha256 = "07aeba8dd71630e7e72b2d4ca3bd2680c3471824100cc5ebff44e78a6ed0b6d3",
    )
    npm_archive(
        name = "tree_sitter_python",
        package = "tree-sitter-python",
        version = "0.25.0",
        build_file = "//third_party/tree_sitter:python.BUILD",
        license_files = ["LICENSE"],
        sha256 = "63b76b3fa8181fd79eaad4abcdb21e2babcb504dbfc7710a89934fa456d26096",
    )
    npm_archive(
        name = "tree_sitter_cuda",
        package = "tree-sitter-cuda",
        version = "0.21.1",
        build_file = "//third_party/tree_sitter:cuda.BUILD",
        license_files = ["LICENSE"],
        sha256 = "53b5c000d5a61618a2ec614adcd94cfd9d5a2e8f6cf61258b623a130507542a4",
    )

    # Colours of code on the page: the grammars of shell and YAML, and for CUDA the highlights of the
    # two grammars that it extends.
    npm_archive(
        name = "tree_sitter_bash",
        package = "tree-sitter-bash",
        version = "0.25.1",
        build_file = "//third_party/tree_sitter:highlighted.BUILD",
        license_files = ["LICENSE"],
        sha256 = "d4b2819508ea97cb8953fff7e304a610d443007bd395c8f03a15de9a8ae4a6f9",
    )
    npm_archive(
        name = "tree_sitter_yaml",
        package = "@tree-sitter-grammars/tree-sitter-yaml",
        version = "0.7.1",
        build_file = "//third_party/tree_sitter:highlighted.BUILD",
        license_files = ["LICENSE"],
        sha256 = "30dbdc539dcfa905252a0d1772270d457d58ceddfa3d6a4fac564f02837241ba",
    )
    npm_archive(
        name = "tree_sitter_c",
        package = "tree-sitter-c",
        version = "0.24.1",
        build_file = "//third_party/tree_sitter:queries.BUILD",
        license_files = ["LICENSE"],
        sha256 = "8e9ecd7687665d2fa1b3c07fbd1f4380b7d285850d6954629e2156e1b757451e",
    )
    npm_archive(
        name = "tree_sitter_cpp",
        package = "tree-sitter-cpp",
        version = "0.23.4",
        build_file = "//third_party/tree_sitter:queries.BUILD",
        license_files = ["LICENSE"],
        sha256 = "615d152f70e7a6bed8f15a93c3c0c264c40dc71c1b6a1445646fff9439e776bc",
    )

    # The formatter and linter of BUILD files; a test runs it.
    npm_archive(
        name = "buildifier",
        package = "@bazel/buildifier",
        version = "8.2.1",
        build_file = "//third_party/buildifier:buildifier.BUILD",
        sha256 = "b96ea9b13003036c801f52bee6f9b0314738f8432e5cb9d814c89f59292604ee",
    )

    # Draws the diagrams of HTML documents; tests run its grammars over all diagrams.
    npm_archive(
        name = "mermaid",
        package = "mermaid",
        version = "12.3.0",
        build_file = "//third_party/node:mermaid.BUILD",
        license_files = ["LICENSE"],
        sha256 = "be0684e8d20bfc874df12c0f04927a5c482f57f2200eec54cca52a4583fd4040",
    )

    # Shows the description of the API.
    npm_archive(
        name = "rapidoc",
        package = "rapidoc",
        version = "9.3.8",
        build_file = "//third_party/node:rapidoc.BUILD",
        license_files = [
            "LICENSE.txt",
            "dist/rapidoc-min.js.LICENSE.txt",
        ],
        sha256 = "b04086a71c2002169c43e5b0f25d7f694b20eee7a95ddc233b491cf9a54b3ef0",
    )

    # Test only: a JSON schema validator in one file, and the schema of SARIF as a package ships it.
    # 6 is the last major version of ajv that knows draft 04, which that schema is written in.
    npm_archive(
        name = "ajv",
        package = "ajv",
        version = "6.12.6",
        build_file = "//third_party/node:ajv.BUILD",
        sha256 = "9975345b80dbf809b9bfe0c698e45c0d5223c281d3b258c74528ccfc6d13134a",
    )
    npm_archive(
        name = "sarif_schema",
        package = "@microsoft/jest-sarif",
        version = "1.0.0-beta.0",
        build_file = "//third_party/node:sarif_schema.BUILD",
        sha256 = "748e2c3d1a842e7bb258416685c7ea3a0da40005b72267b2052c2856d48ad102",
    )

    # Test only: the reference parser of CommonMark, for the structure of our documents.
    npm_archive(
        name = "commonmark",
        package = "commonmark",
        version = "0.31.2",
        build_file = "//third_party/node:commonmark.BUILD",
        sha256 = "da3b40eb5a06824b4618ed5a2964bec3f4e6a95fd3dd904715f9293c777828f1",
    )

    # Test only: drives Debian's chromium through our pages, and the rules of accessibility there.
    npm_archive(
        name = "playwright_core",
        package = "playwright-core",
        version = "1.65.1",
        build_file = "//third_party/node:playwright_core.BUILD",
        sha256 = "6f5a60be62a4fddfbe7d10c448d8fbd54547da3358f2f8a04211440471ee863e",
    )
    npm_archive(
        name = "axe_core",
        package = "axe-core",
        version = "4.14.1",
        build_file = "//third_party/node:axe_core.BUILD",
        sha256 = "e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745",
    )

    # The peer of tests/bench:latency.
    npm_archive(
        name = "ast_grep",
        package = "@ast-grep/cli-linux-x64-gnu",
        version = "0.51.1",
        build_file = "//third_party/ast_grep:ast_grep.BUILD",
        sha256 = "617128eff67d49d709ded54d9c089371d882ce11628c6d79c00add00aa38cb3c",
    )

    # The peer of tests/bench:diff: the fastest parser of diffs on npm.
    npm_archive(
        name = "gitdiff_parser",
        package = "gitdiff-parser",
        version = "0.3.1",
        build_file = "//third_party/node:gitdiff_parser.BUILD",
        sha256 = "751402614195de5eda13ef2a465d6e9cfd772fc1fedb09b017887e7ac5109b4f",
    )

    # Test only: the schemas of Kubernetes as compiled validators, for tests/kubernetes.
    npm_archive(
        name = "kubernetes_models",
        package = "kubernetes-models",
        version = "5.1.0",
        build_file = "//third_party/node:kubernetes_models.BUILD",
        sha256 = "a7b5c0d34639c52699fc2998879590b20d57558598fb35b219b3e5a5871aa0c0",
    )
    npm_archive(
        name = "kubernetes_apimachinery",
        package = "@kubernetes-models/apimachinery",
        version = "3.0.2",
        build_file = "//third_party/node:kubernetes_models.BUILD",
        sha256 = "c4cbb5e7021158d1279180ccb7abb31ae0467165217eced89a9ec9273362227e",
    )

    # Test only: the types of Grafana's dashboards, and what checks ours by them. 5.9 is the last compiler
    # that is JavaScript.
    npm_archive(
        name = "grafana_schema",
        package = "@grafana/schema",
        version = "13.2.3",
        build_file = "//third_party/node:grafana_schema.BUILD",
        sha256 = "f492f0ec5b0212cbf7f098d5d54b4a540371c262c6b78e9016ee2d26add9e559",
    )
    npm_archive(
        name = "typescript",
        package = "typescript",
        version = "5.9.3",
        build_file = "//third_party/node:typescript.BUILD",
        sha256 = "10e108c9cf7d5f2879053dff18515fb405abf2ccef63eaaf017d9c571687a1d3",
    )

    # Test only: logins go through a certified OpenID provider.
    npm_tree(
        name = "oidc_provider",
        package_json = "//third_party/node:oidc_provider/package.json",
        lock = "//third_party/node:oidc_provider/package-lock.json",
        build_file = "//third_party/node:oidc_provider.BUILD",
    )

    # Test only: a client made of our OpenAPI description.
    npm_tree(
        name = "api_client",
        package_json = "//third_party/node:api_client/package.json",
        lock = "//third_party/node:api_client/package-lock.json",
        build_file = "//third_party/node:api_client.BUILD",
    )
