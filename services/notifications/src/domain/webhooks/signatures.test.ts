import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { eventually, freePort } from '@partner-ordering/testing';
import { hmacKey, signatureHeaders } from './signatures.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/partners/webhooks.md'), 'utf8');
const receivers = /<!-- programs: receiver -->(.*?)<!-- \/programs/s.exec(guide)![1]!;
const codeIn = (language: string): string => new RegExp(`^\`\`\`${language}\n(.*?)\n\`\`\``, 'ms').exec(receivers)![1]!;
const key = randomBytes(32);
const body = Buffer.from(JSON.stringify({ id: 'event-1', type: 'project.published', data: { title: 'Bäckerei ☂' } }));
/** The headers as while a secret is rotated: the signature of another one stands first. */
const sign = (keyBytes: Buffer, at = Date.now()): Record<string, string> => ({
  ...signatureHeaders('event-1', body, [hmacKey(randomBytes(32)), hmacKey(keyBytes)], new Date(at)),
});
const hour = 3_600_000;
const requests: [title: string, status: number, headers: Record<string, string>, body: string][] = [
  ['a request of ours', 204, sign(key), body.toString()],
  ['the same again', 204, sign(key), body.toString()],
  ['another body', 401, sign(key), `${body.toString()} `],
  ['another secret', 401, sign(randomBytes(32)), body.toString()],
  ['an hour ago', 401, sign(key, Date.now() - hour), body.toString()],
  ['no signature', 401, {}, body.toString()],
];

/** Starts a program of the guide by its first line; answers its address, and what it has printed. */
async function startReceiver(t: TestContext, code: string, keyBytes = key): Promise<{ url: string; printed: () => string }> {
  const [, command, file] = /WEBHOOK_SECRET=whsec_… ((?:.+ )(\S+))$/m.exec(code)!;
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  writeFileSync(join(folder, file!), code);
  const port = await freePort();
  const variables = { WEBHOOK_SECRET: `whsec_${keyBytes.toString('base64')}`, PORT: String(port), CGO_ENABLED: '0' };
  // In a group of its own, since `go run` starts another program.
  const program = spawn(command!, { shell: true, cwd: folder, env: { ...process.env, ...variables }, detached: true });
  let [printed, errors] = ['', ''];
  program.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  program.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  t.after(async () => {
    if (program.exitCode === null) process.kill(-program.pid!);
    await eventually(() => program.exitCode !== null || program.signalCode !== null);
    rmSync(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}/hooks`;
  const isListening = () =>
    fetch(url, { method: 'POST' }).then(
      ({ ok }) => !ok,
      () => false,
    );
  const hasEnded = () => program.exitCode !== null && program.stderr.readableEnded;
  await eventually(async () => hasEnded() || isListening(), { timeoutMs: 120_000 });
  assert.equal(program.exitCode, null, errors);
  return { url, printed: () => printed };
}

for (const [language, program] of Object.entries({ js: 'node', python: 'python3', go: 'go' })) {
  const skip = spawnSync(program, [program === 'go' ? 'version' : '--version']).status !== 0 && `there is no ${program}`;
  test(
    `the guide's receiver in ${language} runs as printed, takes what we signed a moment ago, and prints it once`,
    { skip },
    async (t) => {
      const { url, printed } = await startReceiver(t, codeIn(language));
      const statuses: string[] = [];
      for (const [title, , headers, sent] of requests)
        statuses.push(`${title}: ${(await fetch(url, { method: 'POST', headers, body: sent })).status}`);
      assert.deepEqual(
        statuses,
        requests.map(([title, status]) => `${title}: ${status}`),
      );
      await eventually(() => printed() === 'project.published event-1\n');
    },
  );
  test(`the guide's receiver in ${language} refuses to start with an empty or short secret`, { skip }, async (t) => {
    for (const length of [0, 23])
      await assert.rejects(startReceiver(t, codeIn(language), randomBytes(length)), /WEBHOOK_SECRET is no secret/);
  });
}
