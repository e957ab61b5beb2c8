import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Document } from '@partner-ordering/openapi';
import { closed, freePort } from '@partner-ordering/testing';
import { answers, run, stop, stopAll, temporaryFolder } from '../program.ts';
import { sessionOf } from '../requests.ts';
import { signingIn } from '../test-system.ts';
import { prepare, tryAll } from './tool.ts';

// `npm run test:schemathesis`: Schemathesis makes requests of the public document, right ones and wrong ones, alone and in sequences, and
// checks the answers against it. `--role=<text>` takes the roles whose name has the text, `--seed=<n>` other requests,
// `--examples=<n>` a longer one.

/** The admin comes last, since he may take away what the others need. */
const roles = { 'standard user': 'user@example.com', manager: 'manager@example.com', admin: 'admin@example.com' };
const { values: options } = parseArgs({
  options: {
    role: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    examples: { type: 'string', default: '10' },
  },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const chosen = Object.entries(roles).filter(([name]) => name.includes(options.role));

const reason = await prepare();
if (reason !== undefined) {
  say(`Schemathesis was skipped: ${reason}\n0 passed, 0 failed, ${chosen.length} skipped`);
  process.exit(0);
}
const folder = temporaryFolder();
try {
  await tryRoles();
} finally {
  await stopAll();
  folder.remove();
}

async function tryRoles(): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // One address sends it all, thousands of requests without a token or with a bad one among them.
  const variables = { DATA_DIR: join(folder.path, 'data'), PORT: port, RATE_LIMIT_PER_MINUTE: 0 };
  const product = run('services/standalone/src/main.ts', variables);
  await answers(product, `${url}/readyz`);
  const document = join(folder.path, 'openapi.json');
  writeFileSync(document, JSON.stringify(closed((await (await fetch(`${url}/v1/openapi.json`)).json()) as Document)));
  const counts = { passed: 0, failed: 0 };
  const summary: string[] = [];
  const admin = await signingIn(url).signIn('admin@example.com', 'base');
  const { items } = (await admin.get('/v1/applications')).body as { items: { gid: string }[] };
  const applications = items.map(({ gid }) => gid);
  for (const [name, email] of chosen) {
    say(`== ${name}`);
    const user = await signingIn(url).signIn(email, 'base files upload_files');
    const { gid } = (await user.get('/v1/me')).body;
    const order = {
      document,
      url,
      token: user.token!,
      rememberedGids: [gid, await sessionOf(user), ...applications],
      seed: Number(options.seed),
      examples: Number(options.examples),
    };
    const { tested, cases, seconds, failed } = await tryAll(order, folder.path);
    // With a token that ended on the way, the rest would be nothing but 401.
    const { status } = await user.get('/v1/me');
    if (status !== 200) failed.push(`the token ended on the way: ${status}`);
    counts.failed += failed.length;
    counts.passed += Math.max(0, tested - failed.length);
    summary.push(`${name}: ${tested} operations, ${cases} requests, ${seconds} s${failed.map((one) => `\n  failed: ${one}`).join('')}`);
  }
  if ((await stop(product)) !== 0) summary.push(`the product did not stop well: ${product.stderr()}`);
  say(`\n${summary.join('\n')}\n\n${counts.passed} passed, ${counts.failed} failed`);
  if (counts.failed > 0) process.exitCode = 1;
}
