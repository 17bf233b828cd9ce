// bundled.mjs SOURCE_MAP: the npm packages in a bundle, by its source map, and the copyright notices in
// their sources.
import { readFileSync } from "node:fs";

const map = JSON.parse(readFileSync(process.argv[2], "utf8"));
const packages = new Set();
const notices = new Map(); // Text -> packages.
map.sources.forEach((source, i) => {
  const found = source.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//);
  if (!found) return;
  const name = found[1];
  const version = source.match(/\/\.pnpm\/(?:@[^+/]+\+)?[^@/]+@([^_(/]+)/);
  packages.add(version ? `${name} ${version[1]}` : name);
  for (const comment of (map.sourcesContent[i] ?? "").match(/\/\*[^]*?\*\//g) ?? []) {
    if (!/copyright|@license/i.test(comment)) continue;
    notices.set(comment, (notices.get(comment) ?? new Set()).add(name));
  }
});
if (packages.size === 0) throw new Error("the source map names no package");

const line = "=".repeat(100);
console.log(`${line}\nnpm packages that the authors of Mermaid bundled into mermaid.min.js\n${line}`);
console.log("Each under the licence that its archive of this version holds:\n");
for (const name of [...packages].sort()) console.log(`  ${name}`);
console.log("\nNotices in their sources:");
for (const [text, names] of [...notices].sort()) console.log(`\n${[...names].sort()}:\n${text}`);
