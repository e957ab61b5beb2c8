import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { testService, tokensOf, type TestService } from '@partner-ordering/testing';
import { consumerContracts, exactly, type StandFor, type Use } from '@partner-ordering/testing/contracts';
import type { HeldFiles, ReadableFiles } from '@partner-ordering/neighbours';
import { follows, type Followed } from '../generated/events.ts';
import { defaultQuotas } from './domain/forms/quotas.ts';
import { defaultImageLimits } from './domain/images/image-limits.ts';
import { createFiles } from './service.ts';

const [organization, user] = ['a1', 'b1'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`) as [string, string];
const file = 'document-f1.pdf';

const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const storage = { folder, signingKeys: () => 'a key that only this test run signs with' };

/** Stores a file; the services that are not asked by the contract say that nothing holds it. */
async function store(files: TestService, standFor: StandFor): Promise<string> {
  const path = standFor('file', `${crypto.randomUUID()}.pdf`);
  const document = { path, holder: '/v1/receipts/1', name: 'receipt.pdf', content_type: 'application/pdf', content: 'JVBERi0xLjMK' };
  const headers = { authorization: `Bearer ${await tokensOf('billing').issue('files')}` };
  assert.equal((await files.anonymous.post('/internal/documents', document, { headers })).status, 200);
  const none = { readable: false, held: false, ended_at: null };
  const answer = ({ paths }: { paths: string[] }) => ({ files: paths.map((each) => ({ path: each, ...none })) });
  for (const question of ['readable', 'held']) files.answer(`/internal/${question}`, answer);
  return path;
}

const given = 'a file that a user may read';

const findReadable: Use<TestService, ReadableFiles> = {
  ...{ given, parameters: { file, user } },
  answers: { files: [{ path: file, readable: exactly(true), held: exactly(true) }] },
  when: async (files, standFor) => {
    const path = await store(files, standFor);
    const reader = await files.signIn();
    standFor('user', reader.gid);
    assert.equal((await reader.get(`/v1/file_info/${path}`)).status, 200);
  },
};

const findHeld: Use<TestService, HeldFiles> = {
  ...{ given, parameters: { file } },
  answers: { files: [{ path: file, held: exactly(true), ended_at: null }] },
  when: async (files, standFor) => {
    const path = await store(files, standFor);
    const { database } = files.service;
    await database.query({ text: `update file set kept_until = now() - interval '1 minute' where path = $1`, values: [path] });
    await files.runJob('remove_unused_uploads');
    assert.equal((await database.query({ text: 'select from file where path = $1', values: [path] })).length, 1);
  },
};

consumerContracts({
  name: 'files',
  start: (neighbours) =>
    testService(
      'files',
      (config) => createFiles({ ...config, storage, imageLimits: defaultImageLimits, quotas: defaultQuotas }),
      neighbours,
    ),
  follows,
  events: {
    'principal.state': { roles: ['user'], is_enabled: true, memberships: [{ organization, is_manager: true }] },
    'attachment.state': { service: 'ordering' },
  } satisfies Followed,
  uses: { ordering: { findReadable, findHeld }, billing: { findReadable, findHeld }, identity: { findReadable, findHeld } },
});
