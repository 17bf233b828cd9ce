// Checks SARIF files against the JSON schema of SARIF 2.1.0.
//
//   node sarif_check.cjs AJV.js DRAFT04.json SCHEMA.json FILE.sarif...
//
// Besides the schema: no string is empty (GitHub takes those for missing), each ruleIndex points at
// its rule, each artifact index at its artifact.
// Exit status: 0 all valid, 1 some are not, 2 usage.
'use strict';
const {readFileSync} = require('node:fs');
const {resolve} = require('node:path');

const [ajvPath, draftPath, schemaPath, ...files] = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: sarif_check FILE.sarif...');
  process.exit(2);
}
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const Ajv = require(resolve(ajvPath));
const ajv = new Ajv({allErrors: true, schemaId: 'id', meta: false, unknownFormats: 'ignore', logger: false});
ajv.addMetaSchema(readJson(draftPath));
ajv._opts.defaultMeta = 'http://json-schema.org/draft-04/schema';
const validate = ajv.compile(readJson(schemaPath));

function emptyStrings(value, path, errors) {
  if (value === '') errors.push(`${path} is an empty string`);
  if (value && typeof value === 'object') {
    for (const [key, child] of Object.entries(value)) emptyStrings(child, `${path}.${key}`, errors);
  }
}

function danglingIndices(log, errors) {
  log.runs.forEach((run, r) => {
    const rules = run.tool.driver.rules ?? [];
    (run.results ?? []).forEach((result, i) => {
      const where = `.runs[${r}].results[${i}]`;
      if (result.ruleIndex !== undefined && rules[result.ruleIndex]?.id !== result.ruleId) {
        errors.push(`${where}.ruleIndex does not point at rule ${result.ruleId}`);
      }
      for (const location of result.locations ?? []) {
        const artifact = location.physicalLocation?.artifactLocation;
        if (artifact?.index === undefined) continue;
        if (run.artifacts?.[artifact.index]?.location?.uri !== artifact.uri) {
          errors.push(`${where}: artifact index does not point at ${artifact.uri}`);
        }
      }
    });
  });
}

let failed = 0;
for (const file of files) {
  const errors = [];
  try {
    const log = readJson(file);
    if (!validate(log)) {
      errors.push(...validate.errors.map((e) => `${e.dataPath} ${e.message} ${JSON.stringify(e.params)}`));
    } else {
      danglingIndices(log, errors);
    }
    emptyStrings(log, '', errors);
  } catch (error) {
    errors.push(error.message);
  }
  errors.slice(0, 20).forEach((error) => console.log(`${file}: ${error}`));
  if (errors.length > 0) ++failed;
}
console.log(`${files.length} SARIF files, ${failed} invalid`);
process.exit(failed > 0 ? 1 : 0);
