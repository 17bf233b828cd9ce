// Prints what a parser makes of many texts, one line for each. Built with our core and with the
// original one; same_trees_test compares.
//
//   print_trees [NUMBER]    With the number of a text: also the text, and its tree line by line.

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "tree_sitter/api.h"

extern "C" const TSLanguage* tree_sitter_python(void);

namespace {

constexpr int kTexts = 4000;

const std::vector<std::string>& Pieces() {
  static const std::vector<std::string>* const pieces = new std::vector<std::string>{
      "import a.b as c, d\n",
      "from . import (x as y,\n  z)\n",
      "# comment \xE2\x9C\x93\n",
      "@dec(1)\nasync def f(a, /, b: int = 2, *args, c, **kw) -> int:\n    'Doc.'\n    return a\n",
      "class A(B, metaclass=M):\n\tx: int = 3\n\n\tdef m(self): pass\n",
      "if a:\n  b\nelif c:\n    d\n\n  # less\nelse:\n  e\n",
      "for i in x: pass\nelse:\n  y\n",
      "while a < b <= c:\n    break\n",
      "try:\n    f()\nexcept (A, B) as e:\n    raise\nfinally:\n  g\n",
      "with a as b, c:\n    d\n",
      "match x:\n    case [1, *_] if y:\n        z\n    case _:\n        w\n",
      "x = f'{a!r:>{b}} {{c}}' \"\"\"d\n  e\"\"\" rb'\\x00'\n",
      "print >>f, x\n",
      "exec 'a' in b\n",
      "print(a)\n",
      "match = case = type = 1\n",
      "type X[T] = int\n",
      "lambda *a, k=1, **b: (yield)\n",
      "a if b else c, not d or e and f\n",
      "x[1:2, ::3, ...] = {**a, 'b': 1, *c}\n",
      "[i for i in x if y]\n",
      "del a, b; global c\n",
      "a \\\n  + b\n",
      "0x1F + 1_0.5e-3j\n",
      "\xC3\xA9t\xC3\xA9 = \xCE\xB1\n",
      "assert a, b\n",
      "x: int\r\ny = 2\r\n",
      "if a:\r\n\tb\r\n",
      "s = '''a\n'b' \\'''\n'''\n",
      "\f\n",
      "\v",
      "return *a, *b\n",
      "(a := 1)\n",
      "def f(\n",
      "class\n",
      "    x\n",
      "  y\n",
      ")",
      "'",
      "\"\"\"",
      "{",
      "\\",
      "\xFF",
      "\xC3",
      "\xE2\x82",
      "\xF0\x9F\x98\x80",
      std::string(1, '\0'),
      "\xEF\xBB\xBF",
      "\t",
      " ",
      "\n",
      "\xC2\xA0",
      "\xE2\x80\x83",
      "$",
      "?",
      "f'{",
      "}'"};
  return *pieces;
}

std::string TextOf(std::mt19937* random) {
  const auto below = [random](size_t count) { return (*random)() % count; };
  std::string text;
  for (size_t count = 1 + below(12); count > 0; --count) {
    text += Pieces()[below(Pieces().size())];
  }
  for (size_t count = below(4); count > 0 && !text.empty(); --count) {
    const size_t at = below(text.size());
    if (below(2) == 0) {
      text.erase(at, 1 + below(3));
    } else {
      text.insert(at, Pieces()[below(Pieces().size())]);
    }
  }
  return below(16) == 0 ? "\xEF\xBB\xBF" + text : text;
}

class Printer {
 public:
  explicit Printer(bool prints) : prints_(prints) {}

  void Add(const TSTree* tree) {
    TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
    for (bool is_open = true; is_open;) {
      AddNode(ts_tree_cursor_current_node(&cursor), ts_tree_cursor_current_field_id(&cursor));
      is_open = ts_tree_cursor_goto_first_child(&cursor);
      while (!is_open && !(is_open = ts_tree_cursor_goto_next_sibling(&cursor))) {
        if (!ts_tree_cursor_goto_parent(&cursor)) break;
        AddNumber(0);
      }
    }
    ts_tree_cursor_delete(&cursor);
  }
  uint64_t hash() const { return hash_; }

 private:
  void AddNode(TSNode node, TSFieldId field) {
    const TSPoint start = ts_node_start_point(node), end = ts_node_end_point(node);
    for (uint32_t number :
         {uint32_t{ts_node_symbol(node)}, uint32_t{field}, ts_node_start_byte(node),
          ts_node_end_byte(node), start.row, start.column, end.row, end.column,
          uint32_t{ts_node_is_missing(node)}}) {
      AddNumber(number);
    }
    if (!prints_) return;
    std::printf("  %s %u-%u (%u:%u-%u:%u) field %u%s\n", ts_node_type(node),
                ts_node_start_byte(node), ts_node_end_byte(node), start.row, start.column, end.row,
                end.column, field, ts_node_is_missing(node) ? " missing" : "");
  }
  // FNV-1a.
  void AddNumber(uint32_t number) { hash_ = (hash_ ^ number) * 1099511628211u; }

  const bool prints_;
  uint64_t hash_ = 14695981039346656037u;
};

TSTree* Parse(TSParser* parser, const TSTree* before, const std::string& text) {
  return ts_parser_parse_string(parser, before, text.data(), static_cast<uint32_t>(text.size()));
}

// The text after a change in its middle, parsed with the help of the tree before.
TSTree* ParseChanged(TSParser* parser, TSTree* before, const std::string& text,
                     std::mt19937* random) {
  const uint32_t at = static_cast<uint32_t>((*random)() % (text.size() + 1));
  const std::string& piece = Pieces()[(*random)() % Pieces().size()];
  std::string changed = text;
  changed.insert(at, piece);
  const auto point = [&changed](uint32_t byte) {
    TSPoint result = {0, 0};
    for (uint32_t i = 0; i < byte; ++i) {
      result =
          changed[i] == '\n' ? TSPoint{result.row + 1, 0} : TSPoint{result.row, result.column + 1};
    }
    return result;
  };
  const uint32_t end = at + static_cast<uint32_t>(piece.size());
  const TSInputEdit edit = {at, at, end, point(at), point(at), point(end)};
  ts_tree_edit(before, &edit);
  return Parse(parser, before, changed);
}

}  // namespace

int main(int argc, char** argv) {
  const int wanted = argc > 1 ? std::atoi(argv[1]) : -1;
  TSParser* const parser = ts_parser_new();
  if (!ts_parser_set_language(parser, tree_sitter_python())) return 1;
  std::mt19937 random(1);
  for (int number = 0; number < kTexts; ++number) {
    const std::string text = TextOf(&random);
    Printer printer(number == wanted);
    TSTree* const tree = Parse(parser, nullptr, text);
    printer.Add(tree);
    TSTree* const changed = ParseChanged(parser, tree, text, &random);
    printer.Add(changed);
    std::printf("%d: %016" PRIx64 "\n", number, printer.hash());
    if (number == wanted) std::printf("%s\n", text.c_str());
    ts_tree_delete(changed);
    ts_tree_delete(tree);
  }
  ts_parser_delete(parser);
  return 0;
}
