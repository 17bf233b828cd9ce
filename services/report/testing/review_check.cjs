// Checks the structure of review documents with the reference parser of CommonMark.
//
//   node review_check.cjs COMMONMARK.js FILE.md...
//
// A document, English or Chinese, holds the six sections in order, or names those without an entry
// in one line, and no other large heading, no empty section, no HTML, link or image, no text that
// GitHub would take for a mention or a reference, only fences that we open, at most one diagram, and
// a receipt at its end.
// Exit status: 0 all are sound, 1 some are not, 2 usage.
'use strict';
const {readFileSync} = require('node:fs');
const {resolve} = require('node:path');

const [parserPath, ...files] = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: review_check FILE.md...');
  process.exit(2);
}
const commonmark = require(resolve(parserPath));

const SECTIONS = {
  en: [
    '1. PR Summary', '2. Critical Issues [P0/P1]', '3. Suggestions [P2]', '4. Nitpicks [P3]',
    '5. Questions for Author', '6. GitHub Review Comments',
  ],
  zh: [
    '1. PR 摘要', '2. 严重问题 [P0/P1]', '3. 改进建议 [P2]', '4. 细节 [P3]', '5. 向作者提问',
    '6. GitHub 评审评论',
  ],
};
const WITHOUT_ENTRY = /^(?:Nothing under: |以下小节无内容，从略：)(.*)[.。]$/m;
const OUTSIDE = ['Outside the diff', 'diff 之外'];
const FENCES = ['mermaid', 'diff', 'suggestion'];
const FORBIDDEN = ['html_block', 'html_inline', 'link', 'image'];

// Text without code, as a reader sees it.
function textOf(node) {
  let text = '';
  for (let child = node.firstChild; child; child = child.next) {
    if (child.type === 'text') text += child.literal;
    else if (child.type !== 'code') text += textOf(child);
    else text += ' ';
  }
  return text;
}

function check(markdown) {
  const errors = [];
  const tree = new commonmark.Parser().parse(markdown);
  const sections = [];
  let diagrams = 0;
  let previousHeading = null;
  for (let node = tree.firstChild; node; node = node.next) {
    if (node.type === 'heading' && node.level < 4) {
      if (previousHeading) errors.push(`section "${previousHeading}" is empty`);
      previousHeading = textOf(node);
      sections.push(`${'#'.repeat(node.level)} ${previousHeading}`);
    } else {
      previousHeading = null;
    }
  }
  const language = markdown.startsWith(`### ${SECTIONS.zh[0]}`) ? 'zh' : 'en';
  const absent = (WITHOUT_ENTRY.exec(markdown)?.[1] ?? '').split(/, |、/);
  const wanted = SECTIONS[language]
    .filter((title) => !absent.includes(title.split('.')[0])).map((title) => `### ${title}`);
  if (JSON.stringify(sections) !== JSON.stringify(wanted)) {
    errors.push(`sections are ${JSON.stringify(sections)}`);
  }
  const walker = tree.walker();
  for (let event = walker.next(); event; event = walker.next()) {
    if (!event.entering) continue;
    const {node} = event;
    const line = node.sourcepos?.[0][0] ?? node.parent?.sourcepos?.[0][0];
    if (FORBIDDEN.includes(node.type)) errors.push(`line ${line}: ${node.type} ${node.literal ?? ''}`);
    if (node.type === 'heading' && node.parent !== tree) errors.push(`line ${line}: nested heading`);
    if (node.type === 'heading' && node.level === 4) {
      const isPath = node.firstChild?.type === 'code' && node.firstChild === node.lastChild;
      if (!isPath && !OUTSIDE.includes(textOf(node))) errors.push(`line ${line}: heading ${textOf(node)}`);
    }
    if (node.type === 'code_block') {
      if (!FENCES.includes(node.info)) errors.push(`line ${line}: code block "${node.info}"`);
      diagrams += node.info === 'mermaid';
    }
    if (node.type === 'paragraph' || node.type === 'heading') {
      const text = textOf(node);
      const reference = /(^|\W)@[a-z0-9]|#\d|\bgh-\d/i.exec(text);
      if (reference) errors.push(`line ${line}: GitHub reads a reference in "${text.slice(reference.index, reference.index + 40)}"`);
    }
  }
  if (diagrams > 1) errors.push(`${diagrams} diagrams`);
  if (!/`receipt ar1-[0-9a-f]{16} = [^\n]*`\n$/.test(markdown)) errors.push('no receipt at the end');
  return errors;
}

let failed = 0;
for (const file of files) {
  const errors = check(readFileSync(file, 'utf8'));
  errors.slice(0, 20).forEach((error) => console.log(`${file}: ${error}`));
  if (errors.length > 0) ++failed;
}
console.log(`${files.length} reviews, ${failed} broken`);
process.exit(failed > 0 ? 1 : 0);
