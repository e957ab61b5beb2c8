import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { from, mailTo } from '../fixtures/mails.ts';
import { folderMailer } from './folder-mailer.ts';
import { Undeliverable } from './mailer.ts';

let parent: string;
before(async () => void (parent = await mkdtemp(join(tmpdir(), 'mail-'))));
after(() => rm(parent, { recursive: true }));

test('a mail becomes a file that its owner alone reads, and the same file when it is sent again', async () => {
  const folder = join(parent, 'made/when/needed');
  const written: string[] = [];
  const mailer = folderMailer(folder, from, (file, kind) => void written.push(`${kind} ${file}`));
  await mailer.send(mailTo('zoe@example.net'));
  await mailer.send(mailTo('zoe@example.net'));

  const [file, ...more] = await readdir(folder);
  assert.deepEqual([file, more], ['greeting-019a0000-0000-7000-8000-000000000001.eml', []]);
  assert.deepEqual(written, [`greeting ${join(folder, file!)}`, `greeting ${join(folder, file!)}`]);
  assert.equal((await stat(join(folder, file!))).mode & 0o777, 0o600);
  const text = await readFile(join(folder, file!), 'utf8');
  assert.match(text, /^To: zoe@example\.net\r$/m);
  assert.match(text, /multipart\/alternative/);
});

test('an address that is none is undeliverable here too', async () => {
  const mailer = folderMailer(parent, from, () => undefined);
  await assert.rejects(mailer.send(mailTo('zoe')), Undeliverable);
});
