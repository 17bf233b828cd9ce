// node schema_check.cjs AJV.js SCHEMA.json: reads a JSON list from standard input and prints, for each of
// its values, a JSON list of what the schema says against it.
'use strict';
const {readFileSync} = require('node:fs');
const {resolve} = require('node:path');

const [ajvPath, schemaPath] = process.argv.slice(2);
const Ajv = require(resolve(ajvPath));
const ajv = new Ajv({allErrors: true});
const validate = ajv.compile(JSON.parse(readFileSync(schemaPath, 'utf8')));
for (const value of JSON.parse(readFileSync(0, 'utf8'))) {
  validate(value);
  console.log(JSON.stringify((validate.errors ?? []).map((e) => `${e.dataPath} ${e.message}`)));
}
