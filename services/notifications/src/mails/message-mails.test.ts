import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, type MailCatcher } from '@partner-ordering/testing';
import { factOf, mailingNotifications, memberOf, organizationState, type MailingNotifications } from '../fixtures/test-notifications.ts';

const HOUR_MS = 3_600_000;
/** From the end of an hour to its digest. */
const DELAY_MS = 60_000;
const STAFF = 'staff@example.com';
const HOSTILE = '</td><script>alert(1)</script>\r\nBcc: all@example.com\u202e“&amp;';

describe('mails about messages', () => {
  let notifications: MailingNotifications;
  let organization: string;
  let reader: string;
  // A creative, and a person of our staff.
  const [cleo, robin] = [newGid(), newGid()];
  // The beginning of an hour.
  let now = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  before(async () => {
    const projectPage = 'https://orders.example/console/orders/{gid}';
    notifications = await mailingNotifications({ projectPage, staffMail: STAFF }, () => now);
    await notifications.follow(
      { type: 'worker', key: cleo, state: { firstname: 'Cleo', lastname: 'Creative' } },
      { type: 'user', key: robin, state: { firstname: 'Robin', lastname: 'Reed' } },
    );
  });
  after(() => notifications.stop());
  beforeEach(async () => {
    organization = newGid();
    await notifications.follow({ type: 'organization', key: organization, state: organizationState() });
    reader = await memberOf(notifications, organization);
  });

  const query = (text: string, values: unknown[] = []) => notifications.service.database.query({ text, values });
  const mailsTo = (address: string) => notifications.catcher.mails.filter(({ envelopeTo }) => envelopeTo.includes(address));
  const areSent = () =>
    eventually(async () =>
      assert.deepEqual(await query(`select from job where starts_with(name, 'mail_') and run_at <= $1 and given_up_at is null`, [now]), []),
    );
  const isHandled = (id: string) => eventually(async () => (await query('select from inbox where event_id = $1', [id])).length === 1);
  async function unseen(person: string, data: object = {}): Promise<string> {
    const messages = [{ author: cleo, text: 'Which blue?' }];
    const project = newGid();
    const details = {
      project,
      organization,
      person,
      title: 'A banner',
      short_code: 'K7D2MXPA',
      price: null,
      count: messages.length,
      messages,
    };
    const { data: _, ...event } = factOf('project.messages_unseen', {});
    await notifications.receive('ordering', { ...event, data: { ...details, ...data } });
    await isHandled(event.id);
    await areSent();
    return project;
  }
  async function customerWrites(text: string, data: object = {}, type = 'project.message_posted'): Promise<string> {
    const gid = newGid();
    const message = { message: text, user: { firstname: 'Zoë', lastname: 'Reed' } };
    const payload = JSON.stringify({ project: { gid, title: 'A banner' }, message });
    const fact = factOf(type, { gid, organization, owner: reader, actor: reader, by_staff: false, payload, ...data });
    await notifications.receive('ordering', fact);
    await isHandled(fact.id);
    return gid;
  }
  /** Lets time pass. The new job wakes the worker. */
  async function pass(ms: number): Promise<void> {
    await areSent();
    now = new Date(now.getTime() + ms);
    await notifications.runJob('forget_held_mails');
    await areSent();
  }
  const toNextHour = () => pass(HOUR_MS - (now.getTime() % HOUR_MS));
  const digests = () => mailsTo(STAFF).map(({ subject }) => subject);

  test('a person gets their unseen messages with order, amount, who wrote and the way there', async () => {
    const messages = [
      { author: robin, text: 'Hello' },
      { author: cleo, text: 'Which\nblue?' },
    ];
    const project = await unseen(reader, { count: 7, messages, price: { amount_minor: 177_600, currency: 'EUR' } });
    const [{ subject, text, html }] = mailsTo(`${reader}@example.com`) as [MailCatcher['mails'][number]];
    assert.equal(subject, 'Message: A banner');
    assert.match(
      text!,
      /^Harbour Bakery\n\nHello Zoë,\n\nCleo Creative wrote about this order\.\n\nOrder: A banner\nAmount: EUR.1,776\.00 net\n/,
    );
    assert.ok(text!.includes('\n\n- and 5 more\n- Robin Reed: “Hello”\n- Cleo Creative: “Which\n  blue?”\n\n'), text);
    assert.ok(text!.includes(`\n\nSee the order:\nhttps://orders.example/console/orders/${project}\n`));
    assert.equal(html!.split('>See the order<').length, 2, 'one button');
  });

  test('an author without a state is someone, and a fact that names its author keeps the name', async () => {
    const messages = [
      { author: 'Old Name', text: 'Hello' },
      { author: newGid(), text: 'Which blue?' },
    ];
    await unseen(reader, { count: 2, messages });
    const [{ text }] = mailsTo(`${reader}@example.com`) as [MailCatcher['mails'][number]];
    assert.ok(text!.includes('Someone wrote about this order.'), text);
    assert.ok(text!.includes('- Old Name: “Hello”\n- Someone: “Which blue?”\n'), text);
  });

  test("a mail is in its reader's language", async () => {
    const french = await memberOf(notifications, organization, { user: { locale: 'fr_FR' } });
    await unseen(french);
    const [mail] = mailsTo(`${french}@example.com`);
    assert.equal(mail!.subject, 'Message : A banner');
    assert.ok(mail!.text!.includes('- Cleo Creative : « Which blue? »'), mail!.text);
  });

  test('technical users, disabled ones, former members and who switched it off get none', async () => {
    const nobodies = [
      await memberOf(notifications, organization, { principal: { is_technical: true } }),
      await memberOf(notifications, organization, { principal: { is_enabled: false } }),
      await memberOf(notifications, organization, { principal: { memberships: [] } }),
      await memberOf(notifications, organization, { user: { notifications: { project_message: false } } }),
    ];
    for (const nobody of nobodies) await unseen(nobody);
    await unseen(reader);
    assert.deepEqual(
      [...nobodies, reader].map((gid) => mailsTo(`${gid}@example.com`).length),
      [0, 0, 0, 0, 1],
    );
  });

  test('a fact that arrives twice sends one mail', async () => {
    const { data: _, ...event } = factOf('project.messages_unseen', {});
    const messages = [{ author: cleo, text: 'Which blue?' }];
    const data = {
      project: newGid(),
      organization,
      person: reader,
      title: 'A banner',
      short_code: 'K7D2MXPA',
      price: null,
      count: 1,
      messages,
    };
    await notifications.receive('ordering', { ...event, data }, { ...event, data });
    await unseen(await memberOf(notifications, organization));
    assert.equal(mailsTo(`${reader}@example.com`).length, 1);
  });

  test('texts of people are only text in a mail', async () => {
    const author = newGid();
    await notifications.follow({ type: 'worker', key: author, state: { firstname: HOSTILE, lastname: HOSTILE } });
    await unseen(reader, { title: HOSTILE, messages: [{ author, text: HOSTILE }] });
    await customerWrites(HOSTILE);
    await toNextHour();
    await pass(DELAY_MS);
    for (const { subject, html, text, headers } of [...mailsTo(`${reader}@example.com`), mailsTo(STAFF).at(-1)!]) {
      assert.ok(!html!.includes('<script') && html!.includes('&lt;script&gt;alert(1)'), html);
      assert.ok(!/[\u202e\r]/u.test(text! + subject), text);
      assert.ok(!headers.some(({ key }) => key === 'bcc'));
    }
    const { text } = mailsTo(STAFF).at(-1)!;
    assert.ok(text!.includes('all@example. com') && !text!.includes('all@example.com'), text);
  });

  test('messages and rejections by customers form a digest to our staff, at most one an hour', async () => {
    await toNextHour();
    const before = digests().length;
    const gid = await customerWrites('Is it ready?');
    await customerWrites(`${'x'.repeat(199)}😀`, {}, 'project.rejected');
    await customerWrites('Ours', { by_staff: true });
    await toNextHour();
    await customerWrites('Still there?');
    assert.equal(digests().length, before);
    await pass(DELAY_MS);
    assert.deepEqual(digests().slice(before), ['Messages of customers: 2']);
    const { text } = mailsTo(STAFF).at(-1)!;
    assert.ok(
      text!.includes(`- Harbour Bakery, A banner: Zoë Reed “Is it ready?”\n  https://orders.example/console/orders/${gid}\n`),
      text,
    );
    assert.ok(text!.includes('x😀”') && !text!.includes('Ours'), text);
    await toNextHour();
    await pass(DELAY_MS);
    assert.deepEqual(digests().slice(before), ['Messages of customers: 2', 'Messages of customers: 1']);
    await pass(3 * HOUR_MS);
    assert.equal(digests().length, before + 2);
  });

  test('a digest holds no message of an erased author', async () => {
    const before = digests().length;
    await customerWrites('Forget me');
    const state = { firstname: 'Deleted', lastname: 'User', email: 'none@deleted.invalid', locale: 'en', is_erased: true };
    await notifications.deliver('identity', { type: 'user', key: reader, state: { gid: reader, ...state } });
    await pass(2 * HOUR_MS);
    assert.equal(digests().length, before);
  });
});
