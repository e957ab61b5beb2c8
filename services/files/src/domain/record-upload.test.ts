import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { sql } from '@partner-ordering/data';
import type { Service } from '@partner-ordering/service';
import type { WriteContext } from '@partner-ordering/writes';
import { sharedFiles, type TestFiles } from '../fixtures/test-files.ts';
import type { DirectUpload, Storage } from '../storage/storage.ts';
import { nameablePaths } from './access.ts';
import type { FileLookup } from './parts.ts';
import { fileAt } from './record-upload.ts';
import { removeUnused } from './unused-uploads.ts';

describe('uploads that did not pass through this service', () => {
  let files: TestFiles;
  before(async () => void (files = await sharedFiles()));

  /** A storage in which one upload waits to be named. */
  function holding(upload: Partial<DirectUpload> = {}): { storage: Storage; path: string } {
    const path = newGid();
    const found: DirectUpload = {
      path,
      uploader: newGid(),
      name: 'brief.txt',
      declaredType: '',
      sizeBytes: 5,
      tag: '"x"',
      uploadedAt: new Date(),
      read: () => Readable.from([Buffer.from('first')]),
      ...upload,
    };
    return { path, storage: { ...files.storage, direct: { find: async () => Promise.resolve(found) } as unknown as Storage['direct'] } };
  }
  const lookUp = ({ storage, path }: { storage: Storage; path: string }, more: Partial<FileLookup> = {}) =>
    fileAt({ ...files.parts, storage, now: new Date(), ...more }, path);

  test('an upload is recorded with the job that keeps it, in a write that wakes the worker', async () => {
    const added: object[] = [];
    const write: Service['write'] = (work) =>
      files.service.write((tx, context) => {
        const addJob: WriteContext['addJob'] = (job) => (added.push(job), context.addJob(job));
        return work(tx, { ...context, addJob });
      });
    const waiting = holding();

    assert.equal((await lookUp(waiting, { write }))?.path, waiting.path);
    assert.deepEqual(added, [{ name: 'keep_upload', key: waiting.path, data: { path: waiting.path } }]);
  });

  test('an upload can be named for 6 days and is kept for 7, whenever it is first named', async () => {
    const at = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
    const waiting = holding({ uploadedAt: at(-5.9) });
    const file = (await lookUp(waiting))!;
    const isNameable = async (now: Date) =>
      (await nameablePaths([file], { user: file.uploader, isAdmin: false }, { holders: files.parts.holders, now })).size === 1;
    assert.deepEqual([await isNameable(at(0)), await isNameable(at(0.2))], [true, false]);

    const isRecorded = async () => (await files.service.database.query(sql`select from file where path = ${waiting.path}`)).length === 1;
    const { signal } = new AbortController();
    await removeUnused(files.parts, { now: at(1), signal });
    assert.equal(await isRecorded(), true);
    await removeUnused(files.parts, { now: at(1.2), signal });
    assert.equal(await isRecorded(), false);
  });
});
