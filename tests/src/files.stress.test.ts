import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { ApiClient } from '@partner-ordering/testing';
import { startProcesses, type ProcessName, type Processes } from './processes.ts';
import { uploadPicture } from './requests.ts';

const MIB = 1024 * 1024;
const LARGE_BYTES = 500 * 1000 * 1000;
/** The promise of the contract of operation. */
const MORE_MIB = 50;

/** Each service a process of its own, so that the memory of each can be told. */
describe('files through the gateway', () => {
  let system: Processes;
  let user: ApiClient;
  before(async () => {
    system = await startProcesses();
    user = await system.signIn('user@example.com', 'base upload_files');
  });
  after(() => system?.end());

  const signed = async (client: ApiClient, path: string): Promise<string> => (await client.get(`/v1/files/${path}`)).body.url;

  test('no path through the gateway leaves the storage, and a signed address opens one file until it expires', async () => {
    const [path, otherPath] = [await uploadPicture(system), await uploadPicture(system)];
    const url = await signed(user, path);
    for (const encodedPath of [
      '..%2Fsecrets',
      '..%2F..%2Fetc%2Fpasswd',
      '%2e%2e%2fsecrets',
      `x%2F..%2F${path}`,
      '..%5Csecrets',
      '%00',
      path + '%2F',
    ])
      for (const address of [
        `/v1/files/${encodedPath}`,
        `/v1/file_info/${encodedPath}`,
        `/v1/img/${encodedPath}`,
        `/v1/storage/${encodedPath}${new URL(url).search}`,
      ]) {
        const { status } = await user.get(address);
        assert.ok([400, 403, 404].includes(status), `${address}: ${status}`);
      }
    for (const changedUrl of [
      url.replace(path, otherPath),
      url.replace(/expires=\d+/, 'expires=1'),
      url.replace(/expires=\d+/, 'expires=9999999999'),
    ])
      assert.equal((await fetch(changedUrl)).status, 403, changedUrl);
    assert.equal((await user.get(`/v1/files/${encodeURIComponent(`https://elsewhere.example/v1/storage/${path}`)}`)).status, 400);
    assert.equal((await fetch(url)).status, 200);
  });

  test(`500 MB go up and down with at most ${MORE_MIB} MiB more memory`, async (t) => {
    const measuredProcesses: ProcessName[] = ['gateway', 'files'];
    await uploadPicture(system); // what is loaded once is not counted
    const { upload_form: form } = (await user.get('/v1/me')).body;

    const start = measuredProcesses.map((name) => memoryOf(system.program(name).process.pid!));
    const sent = await upload(form, LARGE_BYTES);
    const [afterUpload, url] = [
      measuredProcesses.map((name) => memoryOf(system.program(name).process.pid!)),
      await signed(user, form.fields.key),
    ];
    const received = await download(url);
    const afterDownload = measuredProcesses.map((name) => memoryOf(system.program(name).process.pid!));

    assert.deepEqual(received, { bytes: LARGE_BYTES, sha256: sent });
    const largestGrowths: number[] = [];
    for (const [index, name] of measuredProcesses.entries()) {
      const growths = [afterUpload, afterDownload].map((all) => Math.round((all[index]!.peakMib - start[index]!.nowMib) * 10) / 10);
      t.diagnostic(`${name}: ${growths.join(' and ')} MiB more at the peak of upload and download`);
      largestGrowths.push(...growths);
    }
    assert.ok(Math.max(...largestGrowths) <= MORE_MIB, `${largestGrowths.join(', ')} MiB`);
  });
});

/** Resident memory of a process: now, and at its peak since the last call. */
function memoryOf(pid: number): { nowMib: number; peakMib: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)![1]) / 1024;
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return { nowMib: mib('VmRSS'), peakMib: mib('VmHWM') };
}

/** Sends a file of so many bytes and answers its checksum. */
async function upload(
  { action, fields, file_field }: { action: string; fields: Record<string, string>; file_field: string },
  bytes: number,
) {
  const part = (disposition: string) => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  const head = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`);
  const hash = createHash('sha256');
  const sending = request(action, { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' } });
  const status = new Promise<number>((resolve, reject) =>
    sending.on('error', reject).on('response', (response) => resolve(response.resume().statusCode!)),
  );
  sending.write(`${head.join('')}${part(`name="${file_field}"; filename="large.bin"`)}`);
  const chunk = Buffer.alloc(MIB, 'a loaf and an anchor, ');
  for (let left = bytes; left > 0; left -= chunk.length) {
    const piece = chunk.subarray(0, Math.min(left, chunk.length));
    hash.update(piece);
    if (!sending.write(piece)) await new Promise((resolve) => sending.once('drain', resolve));
  }
  sending.end('\r\n--b--\r\n');
  assert.equal(await status, 201);
  return hash.digest('hex');
}

async function download(url: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of (await fetch(url)).body!) {
    hash.update(piece as Uint8Array);
    bytes += (piece as Uint8Array).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
