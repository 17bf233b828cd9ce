// Parses every ```mermaid block of Markdown files with mermaid itself.
//
//   node mermaid_check.mjs MERMAID.mjs [--min-blocks=N] FILE.md...
//
// Exit status: 0 all parse, 1 some do not (each is printed with its error), 2 usage.
import {readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';

// mermaid sanitises labels with DOMPurify, which asks for a browser. Its grammars do not: this much
// of a DOM lets DOMPurify stand aside.
const document = {nodeType: 9, implementation: {}, createElement: () => ({})};
globalThis.document = document;
globalThis.window = {
  document,
  Element: class {},
  HTMLTemplateElement: class {},
  Node: class {},
  NodeFilter: {},
  NamedNodeMap: class {},
  HTMLFormElement: class {},
  DOMParser: class {},
  addEventListener() {},
};

// Fences may stand in lists and quotes; what stands before the fence is taken off each line.
export function mermaidBlocks(markdown) {
  const blocks = [];
  let open = null;
  markdown.split('\n').forEach((line, index) => {
    const fence = /^([ >]*)(`{3,}|~{3,})(.*)$/.exec(line);
    if (!open) {
      if (fence) {
        open = {prefix: fence[1].length, fence: fence[2], info: fence[3].trim(), line: index + 1, text: []};
      }
      return;
    }
    if (fence && fence[3].trim() === '' && fence[2].startsWith(open.fence)) {
      if (open.info === 'mermaid') blocks.push(open);
      open = null;
      return;
    }
    open.text.push(line.slice(open.prefix));
  });
  if (open) blocks.push({...open, error: 'the fence is never closed'});
  return blocks;
}

const args = process.argv.slice(2);
const module = args.shift();
let minBlocks = 0;
if (args[0]?.startsWith('--min-blocks=')) minBlocks = Number(args.shift().split('=')[1]);
if (!module || args.length === 0) {
  console.error('usage: mermaid_check [--min-blocks=N] FILE.md...');
  process.exit(2);
}
const {default: mermaid} = await import(pathToFileURL(module).href);

let found = 0;
let failed = 0;
for (const file of args) {
  for (const block of mermaidBlocks(readFileSync(file, 'utf8'))) {
    ++found;
    const text = block.text.join('\n');
    let error = block.error;
    if (!error) error = await mermaid.parse(text).then(() => null, (e) => e.message ?? String(e));
    if (error) {
      ++failed;
      console.log(`${file}:${block.line}: mermaid refuses this block\n${text}\n${error}\n`);
    }
  }
}
console.log(`${found} mermaid blocks, ${failed} refused`);
if (found < minBlocks) console.log(`wanted at least ${minBlocks} blocks`);
process.exit(failed > 0 || found < minBlocks ? 1 : 0);
