// Times gitdiff-parser: node npm_diff_parser.js PARSER FILE RUNS
// Prints the median of its CPU time in seconds, and files, added and removed lines that it found.
'use strict';
const fs = require('fs');
const path = require('path');
const parser = require(path.resolve(process.argv[2]));
const text = fs.readFileSync(process.argv[3], 'utf8');
const times = [];
let files = [];
for (let run = 0; run < Number(process.argv[4]); ++run) {
  const start = process.cpuUsage();
  files = parser.parse(text);
  const used = process.cpuUsage(start);
  times.push((used.user + used.system) / 1e6);
}
times.sort((a, b) => a - b);
let added = 0;
let removed = 0;
for (const file of files) {
  for (const hunk of file.hunks || []) {
    for (const change of hunk.changes) {
      added += change.type === 'insert';
      removed += change.type === 'delete';
    }
  }
}
console.log(times[times.length >> 1], files.length, added, removed);
