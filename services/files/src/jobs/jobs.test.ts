import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { serviceLog } from '@partner-ordering/http';
import type { JobParts } from '@partner-ordering/service';
import type { CallableServices } from '@partner-ordering/service-client';
import { eventually } from '@partner-ordering/testing';
import { holder, testFiles, type TestFiles } from '../fixtures/test-files.ts';
import { jobs } from './index.ts';

/** Runs a job past the queue, as at a time. Told of each question's limit, and of what is logged. */
async function runAt(files: TestFiles, name: 'remove_unused_uploads' | 'remove_orphans', now: Date) {
  const [limits, lines]: [number[], string[]] = [[], []];
  const services = (limitMs: number) => {
    limits.push(limitMs);
    return {
      identity: files.identity.answers,
      ordering: files.ordering.answers,
      billing: files.billing.answers,
    } as CallableServices<'files'>;
  };
  const log = serviceLog('files', 'info', { write: (line) => void lines.push(line) });
  const parts: JobParts<CallableServices<'files'>> = { ...files.parts, services, clock: () => now, log };
  const { run } = jobs(files.storage)(parts)[name];
  await run({ name, key: undefined, data: {}, attempt: 1, now, signal: new AbortController().signal });
  return { limits, logged: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('the jobs of files', () => {
  let files: TestFiles;
  before(async () => void (files = await testFiles()));
  after(() => files.stop());

  test('a job removes files that have been unused for 7 days, each hour', async () => {
    const user = newGid();
    const [old, young] = [await files.upload(user), await files.upload(user)];
    // Naming them records those that were uploaded to a bucket.
    await files.resolve(user, [old, young]);
    const rows = (text: string, ...values: unknown[]) => files.service.database.query({ text, values });
    await rows(`update file set kept_until = now() - interval '1 minute' where path = $1`, old);
    await eventually(async () => {
      // A run passes over a row that another job has locked, as the recording of an upload does; the next run removes it.
      await files.runJob('remove_unused_uploads');
      assert.deepEqual([await files.isStored(old), await files.isStored(young)], [false, true]);
    });
    assert.equal((await rows(`select from job_schedule where name = 'remove_unused_uploads'`)).length, 1);
  });

  test('each batch of files has its own time limit for the answers, whatever earlier batches have taken', async () => {
    const insert = `insert into file (path, uploader_gid, name, content_type, size_bytes, sha256, created_at, kept_until)
      select 'bulk-' || n, $1, 'x', 'text/plain', 1, 'x', now(), now() - interval '1 minute' from generate_series(1, 250) n`;
    await files.service.database.query({ text: insert, values: [newGid()] });

    assert.deepEqual((await runAt(files, 'remove_unused_uploads', new Date())).limits, [10_000, 10_000, 10_000]);
  });

  test('files without a row are counted in the log when removed, and named if a service holds them', async () => {
    const [attached, forgotten] = [newGid(), newGid()];
    for (const path of [attached, forgotten]) await files.storage.put(path, Buffer.from('bytes'));
    files.ordering.hold(attached, holder);

    const { logged } = await runAt(files, 'remove_orphans', new Date(Date.now() + 25 * 60 * 60 * 1000));
    assert.deepEqual(
      logged.map(({ level, count, paths }) => ({ level, count, paths })),
      [
        { level: 30, count: 1, paths: undefined },
        { level: 40, count: 1, paths: [attached] },
      ],
    );
  });
});
