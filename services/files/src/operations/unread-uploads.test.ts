import assert from 'node:assert/strict';
import { request } from 'node:http';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { sharedFiles, type TestFiles } from '../fixtures/test-files.ts';

const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf';
const part = ([name, value]: [string, string]): string => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

describe('fields of an upload form that come before its file', () => {
  let files: TestFiles;
  before(async () => void (files = await sharedFiles()));

  /** Sends the beginning of a body that never ends, and answers what is said to it. */
  function answerTo(t: { after: (work: () => void) => void }, beginning: string): Promise<[number, string]> {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const upload = request(`${files.url}/v1/storage`, { method: 'POST', headers, agent: false });
    t.after(() => upload.on('error', () => undefined).destroy());
    upload.write(beginning);
    return new Promise((resolve, reject) => {
      upload.on('error', reject).on('response', (response) => {
        text(response).then((body) => resolve([response.statusCode!, body]), reject);
      });
    });
  }

  test('403 for a changed form or a form without fields, before its file has arrived', async (t) => {
    const { fields } = await files.form(newGid());
    const changed = { ...fields, signature: fields['signature']!.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) };
    const wrong: Record<string, string>[] = [changed, { ...fields, key: 'another' }, { key: fields['key']! }, {}];
    for (const beginning of wrong) {
      const [status, body] = await answerTo(t, `${Object.entries(beginning).map(part).join('')}${file}`);
      assert.equal(status, 403, JSON.stringify(beginning));
      assert.match(body, /The upload form was changed/);
    }
    assert.deepEqual(await readdir(join(files.folder, 'incoming')), []);
  });

  test('403 with another reason for a form that has expired', async (t) => {
    const expired = { path: newGid(), uploader: newGid(), maxSizeBytes: 10, expiresAt: new Date(Date.now() - 1_000) };
    const { fields } = await files.parts.storage.uploadForm(expired);
    const [status, body] = await answerTo(t, `${Object.entries(fields).map(part).join('')}${file}`);
    assert.equal(status, 403);
    assert.match(body, /"reason":"expired","message":"The upload form has expired"/);
  });

  test('400 for an endless form without a file', async (t) => {
    const noise = 'x'.repeat(1_500_000);
    const fields = part(['note', 'x'.repeat(1000)]).repeat(1500);
    const refused: [string, string][] = [
      [noise, 'file_too_late'],
      [`\r\n${noise}`, 'file_too_late'],
      [part(['note', noise]), 'file_too_late'],
      [fields, 'too_many_fields'],
      ['--b\r\nA: b\r\n\r\n\r\n'.repeat(100_000), 'too_many_fields'],
    ];
    for (const [beginning, code] of refused) {
      const [status, body] = await answerTo(t, beginning);
      assert.equal(status, 400);
      assert.ok(body.includes(`"code":"${code}"`), body);
    }
    assert.equal((await answerTo(t, `--b\r\nContent-Disposition: form-data; ${noise}`))[0], 400);
  });

  test('201 for long fields before a longer file', async () => {
    const form = await files.form(newGid());
    const notes = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`note${index}`, 'ä'.repeat(8_192)]));
    const sent = await files.send({ ...form, fields: { ...form.fields, ...notes } }, { content: 'x'.repeat(3_000_000) });
    assert.equal(sent.status, 201);
  });
});
