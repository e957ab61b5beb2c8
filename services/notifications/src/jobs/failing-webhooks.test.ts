import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { DAY_MS, newGid } from '@partner-ordering/kernel';
import { eventually, lockIsAwaited, startReceiver, type Receiver } from '@partner-ordering/testing';
import { mailingNotifications, memberOf, type MailingNotifications } from '../fixtures/test-notifications.ts';
import { webhookOwner, type WebhookOwner } from '../fixtures/webhook-owner.ts';

describe('failing webhooks', () => {
  let notifications: MailingNotifications;
  let receiver: Receiver;
  let organization: WebhookOwner;
  let webhook: string;
  let gid: string;
  before(async () => {
    notifications = await mailingNotifications();
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    organization = await webhookOwner(notifications);
    webhook = await organization.webhook(`${receiver.url}?key=hidden`);
    gid = webhook.split('/').at(-1)!;
  });
  afterEach(() => receiver.close());
  after(() => notifications.stop());

  const query = <Row>(text: string, values: unknown[] = []) => notifications.service.database.query<Row>({ text, values });
  const mailsTo = (user: string) => notifications.catcher.mails.filter(({ envelopeTo }) => envelopeTo.includes(`${user}@example.com`));
  const health = async () =>
    (await query<{ failing_since: Date }>('select failing_since from webhook_health where webhook_gid = $1', [gid]))[0];
  const readWebhook = async () => (await organization.manager.get(webhook)).body;
  const awaitRepair = async () => {
    const parameters = {
      query: [
        ['organization.gid', '==', organization.gid],
        ['awaits_repair', '==', true],
      ],
    };
    return (await notifications.admin.get('/v1/webhooks', { parameters })).body.items.map(({ href }: { href: string }) => href);
  };
  /** Backdates the failures. */
  async function failSince(days: number): Promise<void> {
    await organization.publishFact(newGid());
    await organization.delivery(webhook, ({ attempts }) => attempts === 1);
    await query('update webhook_health set failing_since = $2 where webhook_gid = $1', [gid, new Date(Date.now() - days * DAY_MS)]);
  }
  const check = () => notifications.runJob('check_failing_webhooks');
  const mail = (user: string, count = 1) => eventually(() => mailsTo(user).length === count && mailsTo(user).at(-1)!);

  test('410 disables a webhook at once, cancels its waiting deliveries and notifies each manager but technical users once', async () => {
    const second = await notifications.signIn({ manages: [organization.gid] });
    const member = await notifications.signIn({ memberOf: [organization.gid] });
    const robot = await memberOf(notifications, organization.gid, { isManager: true, principal: { is_technical: true } });
    await organization.publishFact(newGid());
    await organization.delivery(webhook, ({ attempts }) => attempts === 1);
    receiver.answer = (_request, response) => void response.writeHead(410).end();
    await organization.publishFact(newGid());
    await eventually(async () => !(await readWebhook()).is_enabled);
    assert.equal((await readWebhook()).disabled_reason, 'It answered 410: there is nothing at this address any more.');
    assert.deepEqual(await awaitRepair(), [webhook]);
    await eventually(async () => (await organization.deliveries(webhook)).map(({ status }) => status).join() === 'canceled,failed');
    for (const manager of [organization.manager, second]) {
      const { subject, text } = await mail(manager.gid);
      assert.equal(subject, 'A webhook of Harbour Bakery was disabled');
      assert.ok(text!.includes(receiver.url) && !text!.includes('hidden'), text);
    }
    await eventually(async () => (await query(`select from job where starts_with(name, 'mail_webhook')`)).length === 0);
    assert.deepEqual([mailsTo(member.gid), mailsTo(robot)], [[], []]);
    assert.equal(receiver.received.length, 2);
  });

  test('410 disables a webhook even if the answer breaks off or is too long', async () => {
    const broken: Receiver['answer'] = (_request, response) => {
      response.writeHead(410, { 'content-length': '10' }).write('gone', () => response.destroy());
    };
    const long: Receiver['answer'] = (_request, response) => response.writeHead(410).end('x'.repeat(1024 * 1024 + 1));
    for (const [answer, failure] of [
      [broken, /^The answer .*(broken|ended|reached|cut)/],
      [long, /^The answer is longer than/],
    ] as const) {
      const owner = await webhookOwner(notifications);
      const address = await owner.webhook(receiver.url);
      receiver.answer = answer;
      await owner.publishFact(newGid());
      const delivery = await owner.delivery(address, ({ status }) => status === 'failed');
      assert.match(delivery.failure!, failure);
      assert.equal((await owner.manager.get(address)).body.disabled_reason, 'It answered 410: there is nothing at this address any more.');
    }
  });

  test('managers get one warning, in their language, after three days of failures only', async () => {
    const french = newGid();
    await notifications.follow(
      {
        type: 'principal',
        key: french,
        state: { gid: french, roles: ['user'], is_enabled: true, memberships: [{ organization: organization.gid, is_manager: true }] },
      },
      {
        type: 'user',
        key: french,
        state: { gid: french, firstname: 'Zoë', lastname: 'R', email: `${french}@example.com`, locale: 'fr_FR' },
      },
    );
    await failSince(2.9);
    await check();
    await failSince(3.1);
    for (let time = 0; time < 2; time++) await check();
    const { text } = await mail(organization.manager.gid);
    assert.match(text!, /disable the webhook in 2 days/);
    assert.equal((await mail(french)).subject, 'Un webhook de Harbour Bakery est en échec');
    await check();
    assert.deepEqual([mailsTo(organization.manager.gid).length, (await readWebhook()).is_enabled], [1, true]);
  });

  const warnedAgo = (hours: number) =>
    query('update webhook_health set warned_at = $2 where webhook_gid = $1', [gid, new Date(Date.now() - hours * 3_600_000)]);

  test('a webhook is disabled after five days of failures and awaits repair until a person disables or enables it', async () => {
    await failSince(5.1);
    await warnedAgo(48);
    await check();
    await mail(organization.manager.gid);
    const { is_enabled, disabled_at, disabled_reason, disabled_code } = await readWebhook();
    const failing = [false, 'All attempts to send to it failed for five days.', 'disabled_as_failing'];
    assert.deepEqual([is_enabled, disabled_reason, disabled_code], failing);
    assert.deepEqual(await awaitRepair(), [webhook]);
    await organization.manager.put(webhook, { is_enabled: false });
    const after = await readWebhook();
    assert.deepEqual([after.disabled_at, after.disabled_reason], [disabled_at, 'It was disabled by a manager or an admin.']);
    await organization.manager.put(webhook, { is_enabled: true });
    assert.deepEqual(await awaitRepair(), []);
    assert.equal(await health(), undefined);
    await check();
    assert.equal((await readWebhook()).is_enabled, true);
  });

  test('a webhook whose second failure comes after five days is warned about a day before it is disabled', async () => {
    await failSince(6);
    await check();
    assert.match((await mail(organization.manager.gid)).text!, /disable the webhook in one day/);
    await warnedAgo(23);
    await check();
    assert.equal((await readWebhook()).is_enabled, true);
    await warnedAgo(24);
    await check();
    assert.equal((await readWebhook()).is_enabled, false);
    assert.match((await mail(organization.manager.gid, 2)).subject!, /was disabled/);
  });

  test('a change of a failing webhook and the check of all webhooks wait for each other without a deadlock', async () => {
    await failSince(5.1);
    await warnedAgo(48);
    let checked: Promise<void> | undefined;
    await notifications.service.database.transactional(async (tx) => {
      await tx.query({ text: 'select from webhook where gid = $1 for update', values: [gid] });
      checked = check();
      await lockIsAwaited(notifications.service.database.pool, { like: '%webhook%' });
      await tx.query({ text: `set local lock_timeout = '100ms'`, values: [] });
      await tx.query({ text: 'delete from webhook_health where webhook_gid = $1', values: [gid] });
    });
    await checked;
    assert.deepEqual([(await readWebhook()).is_enabled, mailsTo(organization.manager.gid)], [true, []]);
  });

  test('a webhook with few deliveries is neither warned about nor disabled because of one old failure', async () => {
    await failSince(6);
    await query('update webhook_health set last_failed_at = failing_since where webhook_gid = $1', [gid]);
    await check();
    assert.deepEqual([(await readWebhook()).is_enabled, mailsTo(organization.manager.gid)], [true, []]);
    const warned = 'select from webhook_health where webhook_gid = $1 and warned_at is not null';
    assert.equal((await query(warned, [gid])).length, 0);
    await query("update webhook_health set last_failed_at = failing_since + interval '5 days' where webhook_gid = $1", [gid]);
    await warnedAgo(24);
    await check();
    assert.equal((await readWebhook()).is_enabled, false);
  });

  test('each failure is recorded, and a new address resets the failures', async () => {
    await failSince(1);
    const lastFailed = async () =>
      (await query<{ at: Date }>('select last_failed_at as at from webhook_health where webhook_gid = $1', [gid]))[0]!.at;
    const first = await lastFailed();
    await organization.publishFact(newGid());
    await eventually(async () => (await lastFailed()) > first);
    await organization.manager.put(webhook, { url: receiver.url.replace('/hook', '/new') });
    assert.equal(await health(), undefined);
  });

  test('410 from the previous address does not disable the webhook', async () => {
    const answers: (() => void)[] = [];
    receiver.answer = (_request, response) => void answers.push(() => response.writeHead(410).end());
    await organization.publishFact(newGid());
    await eventually(() => answers.length === 1);
    await organization.manager.put(webhook, { url: receiver.url.replace('/hook', '/new') });
    answers[0]!();
    await organization.delivery(webhook, ({ status }) => status === 'failed');
    assert.deepEqual([(await readWebhook()).is_enabled, await health()], [true, undefined]);
  });

  test('an event that we fail to sign is no failure of the endpoint', async () => {
    await query(`update webhook_secret set ciphertext = 'unreadable' where webhook_gid = $1`, [gid]);
    await organization.publishFact(newGid());
    const { failure, status } = await organization.delivery(webhook, ({ attempts }) => attempts === 1);
    assert.deepEqual([failure, status], ['The event could not be signed: this is a fault of ours', 'waiting']);
    assert.deepEqual([await health(), receiver.received.length], [undefined, 0]);
  });

  test('a successful attempt resets the failures', async () => {
    await failSince(4);
    receiver.answer = (_request, response) => void response.end();
    await organization.publishFact(newGid());
    await eventually(async () => (await health()) === undefined);
  });

  test('a mail that is given up holds no address and is deleted with its reader', async (t) => {
    notifications.catcher.refuse({ at: 'recipient', code: 550, text: 'nobody here' });
    t.after(() => notifications.catcher.refuse(undefined));
    receiver.answer = (_request, response) => void response.writeHead(410).end();
    await organization.publishFact(newGid());
    const user = organization.manager.gid;
    const mails = () => query<{ data: object }>(`select data from job where given_up_at is not null and key = $1`, [`${gid}/${user}`]);
    const [job] = await eventually(async () => (await mails()).length === 1 && mails());
    assert.doesNotMatch(JSON.stringify(job!.data), /@/);
    const state = { gid: user, firstname: 'Deleted', lastname: 'User', email: 'none@deleted.invalid', locale: 'en', is_erased: true };
    await notifications.deliver('identity', { type: 'user', key: user, state });
    assert.deepEqual(await mails(), []);
  });

  test('a webhook that was enabled again causes no mail', async () => {
    notifications.catcher.refuse({ at: 'recipient', code: 450, text: 'later' });
    receiver.answer = (_request, response) => void response.writeHead(410).end();
    await organization.publishFact(newGid());
    const jobs = (more = '') => query(`select from job where name = 'mail_webhook_disabled' and key like $1 ${more}`, [`${gid}/%`]);
    await eventually(async () => (await jobs('and last_error is not null and leased_until is null')).length === 1);
    await organization.manager.put(webhook, { is_enabled: true });
    notifications.catcher.refuse(undefined);
    await eventually(async () => (await jobs()).length === 0);
    assert.equal(mailsTo(organization.manager.gid).length, 0);
  });
});
