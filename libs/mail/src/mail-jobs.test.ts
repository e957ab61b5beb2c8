import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { openDatabase, type Database, type Queryable } from '@partner-ordering/data';
import { addJobs, jobMigrations, startJobWorker, type JobWorker } from '@partner-ordering/jobs';
import { catchMails, eventually, testDatabase, type MailCatcher, type TestDatabase } from '@partner-ordering/testing';
import { from } from './fixtures/mails.ts';
import { forgetMailsTo } from './forget-mails.ts';
import { mailJob, mailJobs, type WriteLetter } from './mail-jobs.ts';
import { smtpMailer } from './sending/smtp-mailer.ts';

let created: TestDatabase;
let database: Database;
let server: MailCatcher;
let worker: JobWorker | undefined;
let logged: string[];
let now: Date;
const open = (url: string) => openDatabase({ url, entities: [], migrations: jobMigrations, poolSize: 6, applicationName: 'mail test' });

const hello: WriteLetter = async ({ about, to }) => ({ to, language: 'en', subject: `Hello ${about}`, paragraphs: ['Hello'] });
function start(letter: WriteLetter = hello): JobWorker {
  const note = (level: string) => (details: object, message: string) =>
    void logged.push(`${level} ${message} ${JSON.stringify(details)} ${String((details as { err?: unknown }).err)}`);
  const logger = { debug: () => undefined, info: note('info'), warn: note('warn'), error: note('error') };
  const mailer = smtpMailer(() => ({ url: server.url, requiresTls: false }), from);
  const jobs = mailJobs({ mailer, sender: 'Orders' }, { greeting: letter });
  worker = startJobWorker({ database, source: 'test', jobs, clock: () => now, random: () => 0, logger });
  return worker;
}
const add = async (about: string, to = 'zoe@example.net') => {
  await database.transactional((tx) => addJobs(tx, [mailJob('greeting', { about, to })], now));
  worker?.wake();
};
const queued = () =>
  database.query<Record<string, unknown>>({
    text: 'select name, data, attempts, leased_until, run_at, last_error, given_up_at from job',
    values: [],
  });
const isQueueEmpty = () => eventually(async () => assert.deepEqual(await queued(), []));

describe('mails that a transaction adds', () => {
  before(async () => {
    created = await testDatabase('mail', async (url) => {
      const template = await open(url);
      await template.migrate();
      await template.close();
    });
    database = await open(created.url);
  });
  after(async () => {
    await database.close();
    await created.drop();
  });
  beforeEach(async () => {
    server = await catchMails();
    [logged, now] = [[], new Date('2026-11-20T10:00:00Z')];
    await database.pool.query('truncate job');
  });
  afterEach(async () => {
    await worker?.stop();
    await server.stop();
  });

  test('a mail is sent once and leaves no job behind', async () => {
    start();
    await add('a');
    await isQueueEmpty();
    assert.deepEqual(
      server.mails.map(({ subject, to }) => [subject, to?.[0]?.address]),
      [['Hello a', 'zoe@example.net']],
    );
  });

  test('a mail goes to the recipient of its letter, whatever was known when it was added', async () => {
    start(async (mail, at) => ({ ...(await hello(mail, at))!, to: 'new@example.net' }));
    await add('a', 'old@example.net');
    await isQueueEmpty();
    assert.deepEqual(
      server.mails.map(({ envelopeTo }) => envelopeTo),
      [['new@example.net']],
    );
  });

  test('a letter can use details that were added with its mail', async () => {
    start(async (mail, at) => ({ ...(await hello(mail, at))!, subject: `About ${mail.values!['title']}` }));
    await database.transactional((tx) =>
      addJobs(tx, [mailJob('greeting', { about: 'a', to: 'zoe@example.net', values: { title: 'A banner' } })], now),
    );
    worker!.wake();
    await isQueueEmpty();
    assert.deepEqual(
      server.mails.map(({ subject }) => subject),
      ['About A banner'],
    );
  });

  test('a mail without a letter is not sent', async () => {
    start(async () => undefined);
    await add('b');
    await isQueueEmpty();
    assert.deepEqual(server.mails, []);
  });

  test('a mail is tried again after a temporary refusal, with the same Message-ID', async () => {
    server.refuse({ at: 'data', code: 451, text: 'later' });
    const ids: string[] = [];
    start(async (mail, at) => (ids.push(mail.gid), hello(mail, at)));
    await add('a');
    await eventually(async () => (await queued())[0]?.['last_error'] !== null);
    server.refuse(undefined);
    now = new Date(now.getTime() + 600_000);
    worker!.wake();
    await isQueueEmpty();
    assert.deepEqual(
      server.mails.map(({ messageId }) => messageId),
      [`<${ids[0]}@example.com>`],
    );
    assert.deepEqual(new Set(ids).size, 1);
  });

  test('a mail is given up at once when its recipient is refused permanently; adding it again starts over', async () => {
    server.refuse({ at: 'recipient', code: 550, text: 'no such mailbox' });
    start();
    await add('a', 'nobody@example.net');
    const job = await eventually(async () => (await queued()).find((each) => each['given_up_at'] !== null) ?? false);
    assert.equal(job['attempts'], 1);
    assert.equal(job['last_error'], 'Error: 550 no such mailbox');
    assert.match(logged[0]!, /^error A job was given up/);
    server.refuse(undefined);
    await add('a', 'somebody@example.net');
    await isQueueEmpty();
    assert.deepEqual(
      server.mails.map(({ envelopeTo }) => envelopeTo),
      [['somebody@example.net']],
    );
  });

  test('only the newest of waiting mails of one kind about the same thing is sent', async () => {
    await add('a', 'old@example.net');
    await add('a', 'new@example.net');
    await add('b', 'other@example.net');
    start();
    await isQueueEmpty();
    assert.deepEqual(server.mails.map(({ envelopeTo }) => envelopeTo[0]).toSorted(), ['new@example.net', 'other@example.net']);
  });

  test('mails to a person are deleted with the person, even when they were given up', async () => {
    for (const about of ['a/robin', 'b/robin/2', 'a/kim', 'robin/kim', 'robin']) await add(about);
    await database.pool.query(`update job set given_up_at = now() where key = 'b/robin/2'`);
    await forgetMailsTo(database, 'robin');
    const left = (await queued()).map(({ data }) => (data as { about: string }).about);
    assert.deepEqual(left.toSorted(), ['a/kim', 'robin', 'robin/kim']);
  });

  test('mails to a person are found by an index', async () => {
    await database.pool.query(`insert into job (name, key, data, run_at)
      select 'mail_hello', n, json_build_object('about', 'a/' || n), now() + interval '1 day' from generate_series(1, 5000) n`);
    await database.pool.query('analyze job');
    let plan = '';
    const query: Queryable['query'] = async ({ text, values }) => {
      plan = JSON.stringify(await database.query({ text: `explain ${text}`, values }));
      return [];
    };
    await forgetMailsTo({ query }, 'robin');
    assert.match(plan, /job_of_reader/);
    assert.doesNotMatch(plan, /Seq Scan/);
  });

  test('the secret of a mail is neither in the queue nor in the log', async () => {
    server.refuse({ at: 'data', code: 451, text: 'later' });
    const url = 'https://orders.example/#token=very-secret';
    start(async ({ to }) => ({ to, language: 'en', subject: 'Hello', paragraphs: [], action: { label: 'Go', url } }));
    await add('a');
    const [waiting] = await eventually(async () => {
      const jobs = await queued();
      return jobs[0]?.['last_error'] !== null && jobs;
    });
    assert.doesNotMatch(JSON.stringify(waiting), /very-secret/);
    server.refuse(undefined);
    now = new Date(now.getTime() + 600_000);
    worker!.wake();
    await isQueueEmpty();
    assert.match(server.mails[0]!.text!, /very-secret/);
    assert.doesNotMatch(logged.join(), /very-secret/);
  });
});
