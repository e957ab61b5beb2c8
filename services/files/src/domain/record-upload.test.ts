import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import type { Service, WriteTools } from '@partner-ordering/http';
import { testFiles, type TestFiles } from '../fixtures/test-files.ts';
import type { DirectUpload, Storage } from '../storage/storage.ts';
import { fileAt, type FileLookup } from './record-upload.ts';

describe('an upload that did not pass through this service', () => {
  let files: TestFiles;
  before(async () => void (files = await testFiles()));
  after(() => files.stop());

  /** A storage in which one upload waits to be named. */
  function holding(upload: Partial<DirectUpload> = {}): { storage: Storage; path: string } {
    const path = newGid();
    const found: DirectUpload = {
      ...{ path, uploader: newGid(), name: 'brief.txt', declaredType: '', sizeBytes: 5, tag: '"x"', uploadedAt: new Date() },
      read: () => Readable.from([Buffer.from('first')]),
      ...upload,
    };
    return { path, storage: { ...files.storage, direct: { find: async () => Promise.resolve(found) } as unknown as Storage['direct'] } };
  }
  const lookUp = ({ storage, path }: { storage: Storage; path: string }, more: Partial<FileLookup> = {}) =>
    fileAt({ ...files.parts, storage, now: new Date(), ...more }, path);

  test('is recorded with the job that keeps it, in a write of the service: so the worker is woken', async () => {
    const added: object[] = [];
    const write: Service['write'] = (work) =>
      files.service.write((tx, tools) => {
        const addJob: WriteTools['addJob'] = (job) => (added.push(job), tools.addJob(job));
        return work(tx, { ...tools, addJob });
      });
    const waiting = holding();

    assert.equal((await lookUp(waiting, { write }))?.path, waiting.path);
    assert.deepEqual(added, [{ name: 'keep_upload', key: waiting.path, data: { path: waiting.path } }]);
  });
});
