import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, open, rm, truncate } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { unzipSync } from 'fflate';
import { pino } from 'pino';
import { newGid } from '@partner-ordering/kernel';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { testFiles, type TestFile, type TestFiles } from '../fixtures/test-files.ts';

type Person = ApiClient & { gid: string };

interface Given {
  user: Person;
  project: string;
  href: string;
  paths: string[];
}

/** More than the buffers between a storage and a client that does not read. */
const LARGE = new Uint8Array(32 * 1024 * 1024);

describe('getProjectArchive', () => {
  let files: TestFiles;
  let lines: [level: number, message: string, path: string][] = [];
  let aheadMs = 0;
  const note = (line: string): void => {
    const { level, msg, err, path } = JSON.parse(line) as { level: number; msg: string; err?: Error; path: string };
    lines.push([level, `${msg}: ${err?.message}`, path]);
  };
  before(async () => {
    files = await testFiles({ log: pino({ level: 'warn' }, { write: note }), clock: () => new Date(Date.now() + aheadMs) });
  });
  beforeEach(() => void (lines = []));
  after(() => files.stop());

  /** A project with these files, as ordering shows it to a new user. */
  async function projectWith(...given: (TestFile & { folder?: 'works' })[]): Promise<Given> {
    const [user, project] = [await files.signIn(), newGid()];
    const paths = [];
    for (const file of given) paths.push(await files.upload(user.gid, file));
    const named = paths.map((path, index) => ({ path, folder: given[index]!.folder ?? ('brief_files' as const) }));
    files.ordering.showFiles(project, user.gid, { short_code: 'ABCD2345', files: named });
    return { user, project, href: `/v1/projects/${project}/archive`, paths };
  }

  /** The answer once its head has arrived, without a reader. */
  async function begun(user: Person, href: string): Promise<IncomingMessage> {
    const [answer] = await once(
      get(`${files.url}${href}`, { headers: { authorization: `Bearer ${user.token}` }, agent: false }),
      'response',
    );
    return answer as IncomingMessage;
  }

  /** The answer while its first file, which is large, waits for a reader. */
  async function inFirstFile(user: Person, href: string): Promise<IncomingMessage> {
    const answer = await begun(user, href);
    await once(answer, 'readable');
    return answer;
  }

  const statusOf = async (user: Person, href: string): Promise<number> => {
    const answer = await begun(user, href);
    answer.destroy();
    return answer.statusCode!;
  };

  test('200 has each file under a distinct name, a list of hashes, and the length that it announces', async () => {
    const { user, href } = await projectWith(
      { content: 'one', name: 'Größe.txt' },
      { content: '', name: 'größe.TXT' },
      { content: 'three', name: 'Größe.txt', folder: 'works' },
    );
    const answer = await begun(user, href);
    const body = await buffer(answer);

    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'application/zip');
    assert.match(answer.headers['content-disposition']!, /^attachment; filename="ABCD2345\.zip"/);
    assert.equal(Number(answer.headers['content-length']), body.length);
    assert.equal(body[body.indexOf('PK\u0001\u0002') + 5], 3, 'names are those of Unix, for unzip');
    const entries = Object.entries(unzipSync(body)).map(([name, content]) => [name, Buffer.from(content).toString()] as const);
    const contents = [
      ['brief_files/Größe.txt', 'one'],
      ['brief_files/größe (2).TXT', ''],
      ['works/Größe.txt', 'three'],
    ] as const;
    const hashes = contents.map(([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
    assert.deepEqual(entries, [...contents, ['SHA256SUMS', hashes.join('')]]);
  });

  test('404 for a project that the caller does not see', async () => {
    const { href } = await projectWith({ content: 'one' });
    const { status, body } = await (await files.signIn()).get(href);
    assert.deepEqual([status, body.error.message], [404, 'Could not find this project']);
  });

  test('413 names the maximum of files that are too large together', async () => {
    const { user, href, paths } = await projectWith({ content: 'one' }, { content: 'two' });
    const text = 'update file set size_bytes = 1024::bigint ^ 3 where path = any($1)';
    await files.service.database.query({ text, values: [paths] });
    const { status, body } = await user.get(href);
    assert.deepEqual([status, body.error.message], [413, 'The files have more than 2147483648 bytes']);
  });

  test('429 while another archive of the user is read, 200 after its client has left', async () => {
    const { user, href } = await projectWith({ content: LARGE });
    const first = await begun(user, href);
    const { status, headers } = await user.get(href);
    assert.deepEqual([status, headers.get('retry-after')], [429, '1']);
    const other = await projectWith({ content: 'one' });
    assert.equal(await statusOf(other.user, other.href), 200);
    first.destroy();
    await eventually(async () => (await statusOf(user, href)) === 200);
  });

  test('200 after the client of an archive has left whose storage hangs', async () => {
    const { user, href, paths } = await projectWith({ content: 'one' }, { content: 'two' });
    const stored = join(files.folder, 'stored', paths[1]!);
    await rm(stored);
    execFileSync('mkfifo', [stored]);
    // While a writer has it open, reading it waits.
    const writer = await open(stored, 'r+');
    try {
      (await begun(user, href)).destroy();
      await eventually(async () => (await statusOf(user, href)) === 200);
    } finally {
      await rm(stored);
      await writer.close();
    }
  });

  test('200 by HEAD reads nothing and leaves the next archive to the user', async () => {
    const { user, href } = await projectWith({ content: LARGE });
    const head = () => fetch(`${files.url}${href}`, { method: 'HEAD', headers: { authorization: `Bearer ${user.token}` } });
    for (const { status } of [await head(), await head()]) assert.equal(status, 200);
  });

  const revoke = async ({ user, href }: Given): Promise<void> => {
    const { sid } = JSON.parse(Buffer.from(user.token!.split('.')[1]!, 'base64url').toString()) as { sid: string };
    const revocation = { seq: 1, sid, expires_at: new Date(Date.now() + 3_600_000).toISOString() };
    files.answer('/internal/revocations', { items: [revocation], last: 1 });
    await eventually(async () => (await user.get(href)).status === 401);
    files.answer('/internal/revocations', undefined);
  };

  for (const { ended, end, message } of [
    { ended: 'the session is revoked', end: revoke, message: 'The access token was revoked' },
    {
      ended: 'the project is hidden from the user',
      end: ({ user, project }: Given) => files.ordering.showFiles(project, user.gid, undefined),
      message: 'Could not find this file',
    },
    {
      ended: 'the next file is no longer among those of the project',
      end: ({ user, project, paths }: Given) =>
        files.ordering.showFiles(project, user.gid, { short_code: 'ABCD2345', files: [{ path: paths[0]!, folder: 'works' }] }),
      message: 'Could not find this file',
    },
  ])
    test(`the connection breaks before the next file, with one line in the log, when ${ended}`, async () => {
      const given = await projectWith({ content: LARGE }, { content: 'the next file' });
      const { user, href } = given;
      const answer = await inFirstFile(user, href);
      await end(given);
      const received: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => received.push(chunk));
      await assert.rejects(buffer(answer), { code: 'ECONNRESET' });
      assert.ok(!Buffer.concat(received).includes('the next file'));
      await eventually(() => assert.deepEqual(lines, [[40, `A download broke off: ${message}`, href]]));
      const again = await files.signIn({ gid: user.gid });
      const project = newGid();
      files.ordering.showFiles(project, user.gid, { short_code: 'ABCD2345', files: [] });
      assert.equal(await statusOf(again, `/v1/projects/${project}/archive`), 200);
    });

  test('the connection breaks with one error in the log when ordering does not answer before the next file', async () => {
    const { user, href } = await projectWith({ content: LARGE }, { content: 'two' });
    const answer = await inFirstFile(user, href);
    files.ordering.setSilent(true);
    await assert.rejects(buffer(answer), { code: 'ECONNRESET' });
    files.ordering.setSilent(false);
    const message = 'The service is not available at the moment: ordering listProjectFiles: answered 503: {}';
    await eventually(() => assert.deepEqual(lines, [[50, `A download broke off: ${message}`, href]]));
  });

  test('200 to the end after the token has expired', async () => {
    const { user, href } = await projectWith({ content: LARGE }, { content: 'two' });
    const answer = await inFirstFile(user, href);
    aheadMs = 7_200_000;
    assert.equal((await user.get(href)).status, 401);
    assert.equal((await buffer(answer)).length, Number(answer.headers['content-length']));
    aheadMs = 0;
  });

  test('no line in the log is about a client that has left', async () => {
    const { user, href } = await projectWith({ content: LARGE });
    const broken = await projectWith({ content: 'one' });
    await truncate(join(files.folder, 'stored', broken.paths[0]!), 1);
    (await inFirstFile(user, href)).destroy();
    await eventually(async () => (await statusOf(user, href)) === 200);
    await assert.rejects(begun(broken.user, broken.href).then(buffer), { code: 'ECONNRESET' });
    await eventually(() => assert.equal(lines.at(-1)?.[2], broken.href));
    assert.equal(lines.length, 1);
  });

  test('404 file_lost names the file whose content is gone, before the first byte and at each try', async () => {
    const { user, href, paths } = await projectWith({ content: 'one' }, { content: 'two', name: 'logo.svg', folder: 'works' });
    await files.storage.remove(paths[1]!);
    for (let attempt = 0; attempt < 2; attempt++) {
      const { status, body } = await user.get(href);
      assert.deepEqual([status, body.error.reason, body.error.message], [404, 'file_lost', 'The content of works/logo.svg is lost']);
    }
  });

  test('a file that ends early or late, or is gone in the meantime, breaks the connection before the end of the archive', async () => {
    const { user, href, paths } = await projectWith({ content: 'one' }, { content: LARGE });
    const stored = join(files.folder, 'stored', paths[1]!);
    for (const change of [() => truncate(stored, 1_000_000), () => appendFile(stored, LARGE)]) {
      await change();
      const answer = await begun(user, href);
      const received: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => received.push(chunk));
      await assert.rejects(buffer(answer), { code: 'ECONNRESET' });
      assert.ok(!Buffer.concat(received).includes('PK\u0005\u0006'));
    }
    const late = await projectWith({ content: LARGE }, { content: 'gone' });
    const broken = await inFirstFile(late.user, late.href);
    await files.storage.remove(late.paths[1]!);
    await assert.rejects(buffer(broken), { code: 'ECONNRESET' });
  });
});
