// Orders at the mock that Prism's command starts from a document, and writes the status of the answer.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [document, port] = process.argv.slice(2);
const { post } = JSON.parse(readFileSync(document, 'utf8')).paths['/v1/projects'];
const prism = join(import.meta.dirname, '../node_modules/.bin/prism');
const mock = spawn(prism, ['mock', '-p', port, document], { stdio: ['ignore', 'pipe', 'inherit'] });
mock.once('exit', (code) => process.exit(code ?? 0));
for await (const line of createInterface({ input: mock.stdout })) {
  if (!line.includes('is listening')) continue;
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
  const body = JSON.stringify(post.requestBody.content['application/json'].examples.order.value);
  const { status } = await fetch(`http://127.0.0.1:${port}/v1/projects`, { method: 'POST', headers, body });
  console.log(status);
  mock.kill();
}
