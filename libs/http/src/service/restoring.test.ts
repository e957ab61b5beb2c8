import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { versionOf } from '@partner-ordering/messaging';
import { eventually, gidOf, testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import { pino } from 'pino';
import { createNotes } from '../fixtures/notes-service.ts';
import type { ServiceConfig } from './service-definition.ts';
import { republishAndTell } from '../process/republish.ts';

describe('a service whose database was restored', () => {
  let service: TestService;
  let user: ApiClient & { gid: string };
  before(async () => {
    service = await testService('notes', createNotes);
    user = await service.signIn();
  });
  after(() => service.stop());

  const published = (): Promise<unknown> =>
    eventually(async () => assert.deepEqual(await service.service.database.query({ text: 'select from outbox', values: [] }), []));

  test('publishes its states anew and says what is lost, while it runs and answers', async () => {
    const [kept, changed, created, deleted] = await Promise.all(
      ['kept', 'changed', 'created', 'deleted'].map((title) => user.create('/v1/notes', { title })),
    );
    const [keptGid, changedGid, createdGid, deletedGid] = [kept, changed, created, deleted].map((href) => gidOf(href!));
    await user.put(changed!, { count: 1 });
    await user.delete(deleted!);
    await published();
    // As if the backup had been made before the last three writes.
    const { query } = service.service.database;
    await query({ text: 'delete from shared_state where key = $1', values: [createdGid] });
    await query({ text: `update shared_state set version = 1, state = state || '{"count": 0}' where key = $1`, values: [changedGid] });
    await query({ text: `update shared_state set version = 1, state = '{"title": "deleted"}' where key = $1`, values: [deletedGid] });

    const lines: string[] = [];
    const tell = (isDryRun: boolean): Promise<void> => republishAndTell(service.service, isDryRun, (line) => lines.push(line));
    await tell(true);
    const lost = [
      `older: note ${changedGid} (last version 2, now version 1)`,
      `gone: note ${createdGid} (last version 1)`,
      `exists again: note ${deletedGid} (deleted with version 2, now version 1)`,
    ];
    const count = 'notes: 1 gone, 1 back to an older version, 1 deleted that exist again; ';
    assert.deepEqual(lines.toSorted(), [...lost, `${count}nothing was changed`].toSorted());
    lines.length = 0;
    await tell(false);
    assert.deepEqual(lines.toSorted(), [...lost, `${count}4 states published anew with generation 1`].toSorted());
    for (const gid of [keptGid!, changedGid!, deletedGid!, createdGid!])
      assert.equal((await service.state('note', gid))?.version, versionOf({ generation: 1, n: 1 }));

    await user.put(kept!, { count: 7 });
    assert.equal((await service.state('note', keptGid!))?.version, versionOf({ generation: 1, n: 2 }));
    await user.put(kept!, { count: 8 });
    await tell(true);
    assert.equal(lines.at(-1), 'notes: 0 gone, 0 back to an older version, 0 deleted that exist again; nothing was changed');
  });

  test('says when it starts that a republish was cut off', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    let config: ServiceConfig;
    const first = await testService('notes', (given) => createNotes((config = { ...given, log })));
    const startAnother = async (): Promise<void> => {
      const another = await createNotes(config);
      await another.start({ port: 0, host: '127.0.0.1' });
      await another.stop();
    };
    await startAnother();
    assert.equal(lines.length, 0);
    await first.service.database.query({ text: 'insert into state_generation (generation) values (1)', values: [] });
    await startAnother();
    await eventually(() => lines.some((line) => line.includes('A republish of the states is running or was cut off')));
    await first.stop();
  });
});
