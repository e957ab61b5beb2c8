import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { strToU8, Zip, ZipPassThrough, zipSync } from 'fflate';
import { contentOf } from './content.ts';

/** What the bytes of a file say it is: its type, and the usual extension. */
async function typeOf(content: Uint8Array): Promise<[string, string]> {
  const read = () => Readable.from([Buffer.from(content)]);
  const upload = { path: 'x', uploader: 'x', name: 'x', declaredType: '', sizeBytes: content.length, read };
  const { contentType, extension } = await contentOf(upload);
  return [contentType, extension];
}

type Entries = Record<string, Uint8Array>;
const zip = (entries: Entries): Uint8Array => zipSync(entries, { level: 0 });

/** A ZIP file whose heads of files do not know their lengths. */
function streamedZip(entries: Entries): Uint8Array {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((_error, chunk) => void chunks.push(chunk));
  for (const [name, content] of Object.entries(entries)) {
    const file = new ZipPassThrough(name);
    archive.add(file);
    file.push(content, true);
  }
  archive.end();
  return Buffer.concat(chunks);
}

const many = (count: number): Entries =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.txt`, new Uint8Array()]));
const jar: [string, string] = ['application/java-archive', 'jar'];
const manifest = { 'META-INF/MANIFEST.MF': strToU8('Manifest-Version: 1.0') };
const plainZip: [string, string] = ['application/zip', 'zip'];

test('the type of an archive is that of its first 128 files', async () => {
  for (const archived of [zip, streamedZip]) {
    assert.deepEqual(await typeOf(archived({ ...many(127), ...manifest })), jar);
    assert.deepEqual(await typeOf(archived({ ...many(128), ...manifest })), plainZip);
  }
});

test('the end of a file of unknown length in an archive is searched in 128 KiB, and a known one is skipped', async () => {
  const behind = (bytes: number): Entries => ({ 'a.txt': new Uint8Array(bytes).fill(32), ...manifest });
  assert.deepEqual(await typeOf(streamedZip(behind(130_000))), jar);
  assert.deepEqual(await typeOf(streamedZip(behind(132_000))), plainZip);
  assert.deepEqual(await typeOf(zip(behind(200_000))), jar);
});

test('the types of Office and OpenDocument files are found behind a large part of theirs', async () => {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const types = { '[Content_Types].xml': strToU8(`<Types><Override ContentType="${word}.main+xml"/></Types>`) };
  const parts = { 'word/document.xml': new Uint8Array(300_000).fill(32), ...many(200) };
  const text = 'application/vnd.oasis.opendocument.text';
  for (const archived of [zip, streamedZip]) {
    for (const docx of [
      { ...types, ...parts },
      { ...parts, ...types },
    ])
      assert.deepEqual(await typeOf(archived(docx)), [word, 'docx']);
    assert.deepEqual(await typeOf(archived({ mimetype: strToU8(text), ...parts })), [text, 'odt']);
  }
});

test('a gzip file is not unpacked, not even behind byte order marks', async () => {
  const tar = Buffer.alloc(1_024);
  tar.write('ustar\0', 257);
  for (const marks of ['', '\uFEFF', '\uFEFF\uFEFF'])
    assert.deepEqual(await typeOf(Buffer.concat([Buffer.from(marks), gzipSync(tar)])), ['application/gzip', 'gz']);
});
