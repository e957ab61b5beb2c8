// Holds answers against the document by Prism's own validation, as its proxy does. Reads a line of JSON for each answer,
// `{title, operationId, statusCode, headers, body}`, and writes what Prism objects to.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import validator from '@stoplight/prism-http/dist/validator/index.js';

const [document, answers] = process.argv.slice(2);
const operations = new Map((await getHttpOperationsFromSpec(document)).map((operation) => [operation.iid, operation]));
const lines = createInterface({ input: createReadStream(answers) });
let count = 0;
lines.on('line', (line) => {
  const { title, operationId, ...element } = JSON.parse(line);
  count++;
  const outcome = validator.validateOutput({ resource: operations.get(operationId), element });
  if (outcome._tag === 'Right') return;
  for (const { path, message } of outcome.left) console.error(`${title}: ${[...(path ?? []), message].join(' ')}`);
  process.exitCode = 1;
});
await once(lines, 'close');
console.log(count);
