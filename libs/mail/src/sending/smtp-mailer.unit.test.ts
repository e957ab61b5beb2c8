import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { catchMails, freePort, type MailCatcher } from '@partner-ordering/testing';
import { from, mailTo } from '../fixtures/mails.ts';
import { Undeliverable } from './mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

let server: MailCatcher;
before(async () => void (server = await catchMails()));
after(() => server.stop());
beforeEach(() => {
  server.refuse(undefined);
  server.mails.length = 0;
});
const mailer = (url = server.url, requiresTls = false) => smtpMailer(() => ({ url, requiresTls }), from);

describe('mails through SMTP', () => {
  test('a mail arrives with its text in both forms, its sender and a Message-ID made of its gid', async () => {
    await mailer().send(mailTo('zoe@example.net'));
    const [mail] = server.mails;
    assert.deepEqual(mail!.envelopeTo, ['zoe@example.net']);
    assert.deepEqual([mail!.from?.name, mail!.from?.address], ['Orders', 'orders@example.com']);
    assert.deepEqual([mail!.subject, mail!.text?.trim(), mail!.html?.trim()], ['Écrire à Zoë', 'Hello', '<p>Hello</p>']);
    assert.equal(mail!.messageId, '<019a0000-0000-7000-8000-000000000001@example.com>');
    assert.equal(mail!.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated');
  });

  test('the mailer signs in when the address of the server has a name and a password', async () => {
    const url = server.url.replace('smtp://', 'smtp://robot:p%40ss@');
    await mailer(url).send(mailTo('zoe@example.net'));
    assert.equal(server.mails.length, 1);
  });

  for (const at of ['recipient', 'data'] as const) {
    test(`550 to the ${at} makes a mail undeliverable, in the server's words`, async () => {
      server.refuse({ at, code: 550, text: 'no such mailbox' });
      await assert.rejects(mailer().send(mailTo('nobody@example.net')), (error) => {
        assert.ok(error instanceof Undeliverable);
        assert.match(error.message, /^550 no such mailbox/);
        return true;
      });
    });

    test(`451 to the ${at} lets a mail be delivered later`, async () => {
      server.refuse({ at, code: 451, text: 'come back later' });
      await assert.rejects(mailer().send(mailTo('zoe@example.net')), (error) => !(error instanceof Undeliverable));
      server.refuse(undefined);
      await mailer().send(mailTo('zoe@example.net'));
      assert.equal(server.mails.length, 1);
    });
  }

  for (const [at, code] of [
    ['connect', 554],
    ['auth', 535],
    ['sender', 553],
  ] as const) {
    test(`${code} for a fault of the configuration (${at}) lets a mail be delivered later`, async () => {
      server.refuse({ at, code, text: 'not you' });
      const url = at === 'auth' ? server.url.replace('smtp://', 'smtp://robot:secret-password@') : server.url;
      await assert.rejects(mailer(url).send(mailTo('zoe@example.net')), (error) => {
        assert.ok(!(error instanceof Undeliverable));
        assert.doesNotMatch(`${String(error)} ${JSON.stringify(error)}`, /secret-password/);
        return true;
      });
    });
  }

  test('a mail may be delivered later when no server listens or the server lacks the required TLS', async () => {
    const nowhere = `smtp://127.0.0.1:${await freePort()}`;
    await assert.rejects(mailer(nowhere).send(mailTo('zoe@example.net')), (error) => !(error instanceof Undeliverable));
    await assert.rejects(mailer(server.url, true).send(mailTo('zoe@example.net')), (error) => !(error instanceof Undeliverable));
    assert.deepEqual(server.mails, []);
  });

  test('a signal aborts the sending of a mail', async () => {
    await assert.rejects(mailer().send(mailTo('zoe@example.net'), AbortSignal.abort(new Error('stopping'))));
    assert.deepEqual(server.mails, []);
  });
});

describe('injected headers and recipients', () => {
  const bad = {
    'a line break': 'zoe@example.net\r\nBcc: eve@example.org',
    'a bare line feed': 'zoe@example.net\nRCPT TO:<eve@example.org>',
    'two addresses': 'zoe@example.net, eve@example.org',
    'a name': 'Zoe <zoe@example.net>',
    'a NUL': 'zoe\0@example.net',
    'no at sign': 'zoe',
    'two at signs': 'zoe@example.net@example.org',
    'a blank': 'zoe reed@example.net',
    'more than 254 bytes': `${'z'.repeat(243)}@example.net`,
    nothing: '',
  };
  for (const [name, to] of Object.entries(bad)) {
    test(`an address with ${name} is undeliverable, and the server is not asked`, async () => {
      await assert.rejects(mailer().send(mailTo(to)), Undeliverable);
      assert.deepEqual(server.mails, []);
    });
  }

  test('a mail to an address of 253 bytes is sent', async () => {
    const to = `${'z'.repeat(64)}@${'x'.repeat(63)}.${'y'.repeat(63)}.${'w'.repeat(57)}.fr`;
    await mailer().send(mailTo(to));
    assert.equal(server.mails[0]!.envelopeTo[0]!.length, 253);
  });

  test('line breaks in a subject add no header', async () => {
    await mailer().send(mailTo('zoe@example.net', { subject: 'Hello\r\nBcc: eve@example.org\r\n\r\n<b>body</b>' }));
    const [mail] = server.mails;
    assert.deepEqual([mail!.envelopeTo, mail!.bcc, mail!.text?.trim()], [['zoe@example.net'], undefined, 'Hello']);
    assert.doesNotMatch(mail!.raw, /^Bcc:/im);
  });
});
