import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { testService } from '@partner-ordering/testing';
import { consumerContracts, exactly, fromState } from '@partner-ordering/testing/contracts';
import { follows, type Followed } from '../generated/events.ts';
import { defaultQuotas } from './domain/forms/quotas.ts';
import { createFiles } from './service.ts';

const gids = ['a1', 'b1', 'd1'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`);
const [organization, user, project] = gids as [string, string, string];
const path = 'document-f1.pdf';

const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const storage = { folder, signingKeys: () => 'a key that only this test run signs with' };

const holderQuestions = {
  findReadable: {
    given: 'a file that a user may read',
    asks: { user: fromState('user', user), paths: [fromState('file', path)] },
    answers: { files: [{ path, readable: exactly(true), held: exactly(true) }] },
  },
  findHeld: {
    given: 'a file that a user may read',
    asks: { paths: [fromState('file', path)] },
    answers: { files: [{ path, held: exactly(true), ended_at: null }] },
  },
};

consumerContracts({
  name: 'files',
  start: () => testService('files', (config) => createFiles({ ...config, storage, quotas: defaultQuotas })),
  follows,
  events: {
    'principal.state': { roles: ['user'], is_enabled: true, memberships: [{ organization, is_manager: true }] },
    'attachment.state': { service: 'ordering' },
  } satisfies Followed,
  uses: {
    ordering: {
      ...holderQuestions,
      listProjectFiles: {
        given: 'a project with a brief file',
        asks: { project: fromState('project', project), user: fromState('user', user) },
        answers: { short_code: 'ABCD2345', files: [{ path: fromState('file', path), folder: 'brief_files' }] },
      },
    },
    billing: holderQuestions,
    identity: holderQuestions,
  },
});
