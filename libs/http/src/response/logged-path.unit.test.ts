import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loggedPath } from './logged-path.ts';

const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../services/gateway/generated/openapi.json'), 'utf8')) as {
  paths: Record<string, object>;
};

test('no path is logged with the token of a mail, whatever follows it', () => {
  const withToken = Object.keys(paths).filter((path) => path.includes('{token}'));
  assert.ok(withToken.length >= 2, 'the document has such paths');
  for (const path of withToken) {
    assert.equal(loggedPath(path.replace('{token}', 'very-secret')), path);
    assert.equal(loggedPath(`${path.toUpperCase().replace('{TOKEN}', 'very-secret')}/more`).includes('very-secret'), false);
  }
});

test('a path is logged with its gid', () => {
  const path = '/v1/invitations/019a0000-0000-7000-8000-0000000000b1/resend';
  assert.equal(loggedPath(path), path);
});
