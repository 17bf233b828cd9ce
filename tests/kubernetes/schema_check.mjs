// schema_check MODELS: reads manifests as a JSON list from standard input and prints what the schemas
// of Kubernetes say against them, one problem a line. MODELS is a node_modules folder.
//
// The validators of kubernetes-models check types, formats and required fields, and let unknown
// fields pass. But they read every field that they know: what they have not read is unknown.

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const GROUPS = {
  'apps/v1': 'AppsV1',
  'autoscaling/v2': 'AutoscalingV2',
  'networking.k8s.io/v1': 'NetworkingV1',
  'policy/v1': 'PolicyV1',
  v1: 'CoreV1',
};

// Without a schema here: resources of operators.
const FOREIGN = new Set(['monitoring.coreos.com/v1']);

const isContainer = (value) => value !== null && typeof value === 'object';

// The value, with each read of a member noted in `seen` as "object path/member".
function watched(value, where, seen) {
  return new Proxy(value, {
    get(target, key) {
      const member = target[key];
      if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return member;
      seen.add(`${where}/${key}`);
      return isContainer(member) ? watched(member, `${where}/${key}`, seen) : member;
    },
  });
}

function* members(value, where = '') {
  for (const [key, member] of Object.entries(value)) {
    yield `${where}/${key}`;
    if (isContainer(member)) yield* members(member, `${where}/${key}`);
  }
}

async function problemsOf(manifest, models) {
  if (FOREIGN.has(manifest.apiVersion)) return [];
  const group = GROUPS[manifest.apiVersion];
  const file = path.join(models, 'kubernetes-models', '_schemas', `IoK8sApi${group}${manifest.kind}.js`);
  if (group === undefined || !fs.existsSync(file)) return ['no such kind'];
  const { validate } = await import(pathToFileURL(file));
  const seen = new Set();
  const problems = validate(watched(manifest, '', seen))
    ? []
    : validate.errors.map((error) => `${error.instancePath}: ${error.keyword} ${JSON.stringify(error.params)}`);
  if (problems.length) return problems;
  // Of an unknown object only its name is told, not its members.
  const unknown = [...members(manifest)].filter((place) => !seen.has(place));
  return unknown
    .filter((place) => !unknown.includes(path.dirname(place)))
    .map((place) => `${place}: unknown field`);
}

const manifests = JSON.parse(fs.readFileSync(0, 'utf8'));
for (const manifest of manifests) {
  for (const problem of await problemsOf(manifest, process.argv[2])) {
    console.log(`${manifest.kind}/${manifest.metadata?.name}: ${problem}`);
  }
}
