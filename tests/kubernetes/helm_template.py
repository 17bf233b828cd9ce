"""Renders Helm templates: what the chart uses of them, and nothing else.

    documents = render("k8s/helm/allreview", {"size": "large"})

Helm is no Debian package. This reads the language of its templates as its manual has it: `if` and
`end`, assignments, pipelines, and the functions below. Anything else is a ValueError, so that the chart
cannot use what is not rendered here.
"""

import hashlib
import json
import os
import re

import yaml

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[()|]|:=|[^\s()|]+')


class Dumper(yaml.SafeDumper):
    pass


Dumper.add_representer(str, lambda dumper, text: dumper.represent_scalar(
    "tag:yaml.org,2002:str", text, style="|" if "\n" in text else None))


def to_yaml(value):
    return yaml.dump(value, Dumper=Dumper, sort_keys=True, width=1000).rstrip("\n")


def to_json(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Files:
    """`.Files.Glob "folder/*"`: the files of one folder of the chart."""

    def __init__(self, chart, pattern):
        folder, _, rest = pattern.partition("/")
        if rest != "*":
            raise ValueError("Glob of %r" % pattern)
        self.contents = {}
        for name in os.listdir(os.path.join(chart, folder)):
            with open(os.path.join(chart, folder, name), encoding="utf-8") as file:
                self.contents[name] = file.read()

    def as_config(self):
        return to_yaml(self.contents)


FUNCTIONS = {
    "eq": lambda a, b: a == b,
    "int64": int,
    "list": lambda *items: list(items),
    "nindent": lambda width, text: "\n" + re.sub("^(?=.)", " " * width, text, flags=re.MULTILINE),
    "printf": lambda form, *parts: form.replace("%v", "%s") % parts,
    "quote": lambda text: json.dumps(str(text), ensure_ascii=False),
    "sha256sum": lambda text: hashlib.sha256(text.encode()).hexdigest(),
    "toJson": to_json,
    "toString": str,
    "toYaml": to_yaml,
    "trunc": lambda length, text: text[:length],
}


class Template:
    def __init__(self, chart, root):
        self.chart = chart
        self.root = root
        self.variables = {}

    def path(self, value, names):
        for name in names:
            if isinstance(value, Files):
                if name != "AsConfig":
                    raise ValueError("." + name)
                value = value.as_config()
            else:
                value = value[name]  # Helm would go on with nothing.
        return value

    def operand(self, tokens):
        token = tokens.pop(0)
        if token == "(":
            value = self.pipeline(tokens)
            if tokens.pop(0) != ")":
                raise ValueError("missing )")
            if tokens and tokens[0].startswith("."):
                value = self.path(value, tokens.pop(0)[1:].split("."))
            return value
        if token.startswith('"'):
            return json.loads(token)
        if token.isdigit():
            return int(token)
        if token.startswith("$"):
            return self.variables[token]
        if token == ".Files.Glob":
            return Files(self.chart, self.operand(tokens))
        if token.startswith("."):
            return self.path(self.root, token[1:].split("."))
        raise ValueError("not understood here: %s" % token)

    def command(self, tokens, piped):
        if tokens[0] in FUNCTIONS:
            function = FUNCTIONS[tokens.pop(0)]
            arguments = []
            while tokens and tokens[0] not in ("|", ")"):
                arguments.append(self.operand(tokens))
            return function(*arguments, *piped)
        if piped:
            raise ValueError("no function: %s" % tokens[0])
        return self.operand(tokens)

    def pipeline(self, tokens):
        value = self.command(tokens, [])
        while tokens and tokens[0] == "|":
            tokens.pop(0)
            value = self.command(tokens, [value])
        return value

    def action(self, text, shown):
        """What an action prints. `shown`: for each `if` around it, whether it holds."""
        tokens = TOKEN.findall(text)
        if text.startswith("/*"):
            return ""
        if tokens[0] == "if":
            shown.append(all(shown) and bool(self.pipeline(tokens[1:])))
        elif tokens[0] == "end":
            shown.pop()
        elif all(shown) and tokens[1:2] == [":="]:
            self.variables[tokens[0]] = self.pipeline(tokens[2:])
        elif all(shown):
            value = self.pipeline(tokens)
            return str(value).lower() if isinstance(value, bool) else str(value)
        return ""

    def text(self, source):
        out, place, shown = "", 0, []
        for found in re.finditer(r"\{\{(- )?\s*(.*?)\s*( -)?\}\}", source, re.DOTALL):
            before = source[place:found.start()]
            place = found.end()
            if all(shown):
                out += before.rstrip() if found[1] else before
            out += self.action(found[2], shown)
        if shown:
            raise ValueError("missing end")
        return out + source[place:]


def merged(values, changes):
    result = dict(values)
    for key, value in changes.items():
        is_section = isinstance(value, dict) and isinstance(values.get(key), dict)
        result[key] = merged(values[key], value) if is_section else value
    return result


def read_yaml(chart, name):
    with open(os.path.join(chart, name), encoding="utf-8") as file:
        return yaml.safe_load(file)


def render(chart, values, namespace="allreview"):
    about = read_yaml(chart, "Chart.yaml")
    root = {"Values": merged(read_yaml(chart, "values.yaml"), values),
            "Chart": {"Version": about["version"]}, "Release": {"Namespace": namespace}}
    documents = []
    for name in sorted(os.listdir(os.path.join(chart, "templates"))):
        with open(os.path.join(chart, "templates", name), encoding="utf-8") as file:
            text = Template(chart, root).text(file.read())
        documents += [document for document in yaml.safe_load_all(text) if document]
    return documents
