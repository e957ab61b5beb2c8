import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hmacKey, signatureHeaders } from './signatures.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/partners/webhooks.md'), 'utf8');
const key = randomBytes(32);
const secret = `whsec_${key.toString('base64')}`;
const body = '{"title":"Bäckerei ☂"}';
const now = new Date();

/** Programs that read arguments of a check as JSON, and end with 0 when it holds. */
const programs = {
  js: [
    'node',
    '--input-type=module',
    '-e',
    (code: string) => `${code}
const { body, headers, secret } = JSON.parse(process.argv[1]);
process.exitCode = isFromUs(Buffer.from(body), headers, secret) ? 0 : 3;`,
  ],
  python: [
    'python3',
    '-c',
    (code: string) => `${code}
import json, sys
given = json.loads(sys.argv[1])
sys.exit(0 if is_from_us(given["body"].encode(), given["headers"], given["secret"]) else 3)`,
  ],
} as const;

const hour = 3_600_000;
const genuine = { body, headers: signatureHeaders('event', Buffer.from(body), [hmacKey(randomBytes(32)), hmacKey(key)], now), secret };
const requests = [
  { title: 'a request of ours', status: 0, given: genuine },
  { title: 'another body', status: 3, given: { ...genuine, body: `${body} ` } },
  { title: 'another secret', status: 3, given: { ...genuine, secret: `whsec_${randomBytes(32).toString('base64')}` } },
  {
    title: 'a request of an hour ago',
    status: 3,
    given: { ...genuine, headers: signatureHeaders('event', Buffer.from(body), [hmacKey(key)], new Date(now.getTime() - hour)) },
  },
];

for (const [language, [command, ...rest]] of Object.entries(programs))
  test(`the guide's check in ${language} accepts only a fresh request that we signed`, () => {
    const code = new RegExp(`<!-- programs: verify -->.*?\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(guide)![1]!;
    const words = rest.map((word) => (typeof word === 'string' ? word : word(code)));
    const statuses = requests.map(({ given }) => spawnSync(command, [...words, JSON.stringify(given)], { timeout: 20_000 }).status);
    assert.deepEqual(
      requests.map(({ title }, index) => `${title}: ${statuses[index]}`),
      requests.map(({ title, status }) => `${title}: ${status}`),
    );
  });
