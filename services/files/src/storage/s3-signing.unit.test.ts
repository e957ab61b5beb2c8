import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uploadedBy } from './s3-signing.ts';

test('the name of an upload is read in every encoding of storages, and is unknown if they left it out', () => {
  const nameOf = (name: string): string => uploadedBy({ uploader: 'u', name }).name;

  assert.equal(nameOf('brief.txt'), 'brief.txt');
  assert.equal(nameOf('=?UTF-8?B?R3LDtsOfZS50eHQ=?='), 'Größe.txt');
  assert.equal(nameOf('=?UTF-8?Q?Gr=C3=B6=C3=9Fe_1.txt?='), 'Größe 1.txt');
  assert.equal(nameOf('=?utf-8?B?5ryi?= =?utf-8?B?5a2X?='), '漢字');
  assert.equal(nameOf(Buffer.from('Größe.txt').toString('latin1')), 'Größe.txt');
  assert.equal(nameOf('${filename}'), '');
});
