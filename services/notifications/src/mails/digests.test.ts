import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { factOf, mailingNotifications, memberOf, organizationState, type MailingNotifications } from '../fixtures/test-notifications.ts';

const HOUR_MS = 3_600_000;
/** A digest is due a minute after the last mail that it may hold. */
const DIGEST_MS = HOUR_MS + 60_000;

describe('digests of mails', () => {
  let notifications: MailingNotifications;
  let organization: string;
  let owner: string;
  let manager: string;
  let now = new Date();
  before(async () => {
    notifications = await mailingNotifications({ projectPage: 'https://shop.example/projects/{gid}' }, () => now);
  });
  after(() => notifications.stop());
  beforeEach(async () => {
    notifications.catcher.refuse(undefined);
    organization = newGid();
    await notifications.follow({ type: 'organization', key: organization, state: organizationState() });
    [owner, manager] = [await memberOf(notifications, organization), await memberOf(notifications, organization, { isManager: true })];
  });

  const query = (text: string, values: unknown[] = []) => notifications.service.database.query<Record<string, string>>({ text, values });
  const mailsTo = (user: string) => notifications.catcher.mails.filter(({ envelopeTo }) => envelopeTo.includes(`${user}@example.com`));
  const areSent = () =>
    eventually(async () =>
      assert.deepEqual(await query(`select name from job where starts_with(name, 'mail_') and run_at <= $1`, [now]), []),
    );
  async function publishFact(type: string, data: object): Promise<string> {
    const gid = newGid();
    const payload = JSON.stringify({ project: { gid, title: 'A banner', short_code: gid.slice(-4) } });
    const fact = factOf(type, { gid, organization, owner, actor: owner, payload, ...data });
    await notifications.receive('ordering', fact);
    const isTakenIn = 'select from event where organization_gid = $1 and id = $2';
    await eventually(async () => (await query(isTakenIn, [organization, fact.id])).length === 1);
    return gid;
  }
  const overBudget = async (count: number, data: object = {}) => {
    const gids: string[] = [];
    for (let index = 0; index < count; index++) gids.push(await publishFact('project.approval_required', data));
    return gids;
  };
  /** Lets time pass. The new job wakes the worker. */
  async function pass(ms: number): Promise<void> {
    await areSent();
    now = new Date(now.getTime() + ms);
    await notifications.runJob('forget_held_mails');
    await areSent();
  }

  test('five mails are sent at once, and later ones form a digest an hour later, with their titles and links', async () => {
    const other = await memberOf(notifications, organization);
    const gids = await overBudget(7);
    const held = [...gids.slice(5), await publishFact('project.approval_required', { gid: newGid() })];
    await overBudget(1, { owner: other, actor: other });
    await areSent();
    assert.deepEqual(
      mailsTo(manager).map(({ subject }) => subject),
      Array.from({ length: 6 }, () => 'Approval needed: A banner'),
    );
    await pass(DIGEST_MS - 1);
    assert.equal(mailsTo(manager).length, 6);
    await pass(1);
    const [digest, ...more] = mailsTo(manager).slice(6);
    assert.deepEqual([digest!.subject, more], ['More news of orders: 3', []]);
    const lines = held.slice(0, 2).map((gid) => `- Approval needed: ${gid.slice(-4)} “A banner”\n  https://shop.example/projects/${gid}\n`);
    assert.ok(digest!.text!.includes(lines.join('')), digest!.text);
    assert.match(digest!.text!, new RegExp(`^Harbour Bakery\n\nHello Zoë,\n\nZoë ${owner.slice(-4)} caused many emails `));

    await overBudget(6);
    await areSent();
    assert.equal(mailsTo(manager).length, 12);
    await pass(DIGEST_MS);
    assert.deepEqual(
      mailsTo(manager)
        .slice(12)
        .map(({ subject }) => subject),
      ['More news of orders: 1'],
    );
  });

  test("a digest is in its reader's language and omits settled projects and kinds of mail now switched off", async () => {
    const french = { gid: manager, isManager: true, user: { locale: 'fr_FR' } };
    await memberOf(notifications, organization, french);
    const gids = await overBudget(8);
    await publishFact('project.published', { gid: gids[6], from: 'require_approval', actor: manager });
    for (let index = 0; index < 6; index++) await publishFact('project.proposed', { owner: manager });
    await memberOf(notifications, organization, { ...french, user: { locale: 'fr_FR', notifications: { project_proposed: false } } });
    await pass(DIGEST_MS);
    const [digest, ...more] = mailsTo(manager).slice(5);
    assert.deepEqual([digest!.subject, more], ['Autres nouvelles de commandes : 2', []]);
    assert.ok(digest!.text!.includes(`- Approbation demandée : ${gids[7]!.slice(-4)} « A banner »`), digest!.text);
    assert.ok(!digest!.text!.includes(gids[6]!));
  });

  test('a digest that the mail server temporarily refuses is sent later with the same id', async () => {
    const gids = await overBudget(7);
    await areSent();
    notifications.catcher.refuse({ at: 'data', code: 451, text: 'later' });
    now = new Date(now.getTime() + DIGEST_MS);
    await notifications.runJob('forget_held_mails');
    const digest = async () => (await query(`select last_error, data->>'gid' as gid from job where name = 'mail_project_digest'`))[0];
    const gid = await eventually(async () => ((await digest())?.['last_error'] ? (await digest())!['gid'] : false));
    notifications.catcher.refuse(undefined);
    await pass(DIGEST_MS);
    const [mail, ...more] = mailsTo(manager).slice(5);
    assert.deepEqual([mail!.messageId, more], [`<${gid}@example.com>`, []]);
    for (const held of gids.slice(5)) assert.ok(mail!.text!.includes(held));
  });

  test('a digest lists a hundred mails and the number of the others', async () => {
    await overBudget(6);
    await query(
      `insert into held_mail select digest, 'z' || n, project_gid, cause, due_at from held_mail, generate_series(1, 101) n
      where digest like '%/' || $1 || '/%'`,
      [manager],
    );
    await pass(DIGEST_MS);
    const { subject, text } = mailsTo(manager)[5]!;
    assert.deepEqual([subject, text!.match(/^- Approval needed/gm)!.length], ['More news of orders: 102', 100]);
    assert.match(text!, /\n- and 2 more\n/);
  });

  test('held mails about a person are deleted when the person is erased', async () => {
    await overBudget(6);
    const held = () => query(`select from held_mail where about like '%/' || $1`, [manager]);
    assert.equal((await held()).length, 1);
    const state = { gid: manager, firstname: 'Deleted', lastname: 'User', email: 'none@deleted.invalid', locale: 'en', is_erased: true };
    await notifications.deliver('identity', { type: 'user', key: manager, state });
    assert.deepEqual(await held(), []);
  });

  test('a former manager gets no digest, and held mails are deleted after a week', async () => {
    await overBudget(6);
    await areSent();
    await memberOf(notifications, organization, { gid: manager, isManager: false });
    await pass(DIGEST_MS);
    assert.equal(mailsTo(manager).length, 5);
    await pass(7 * 24 * HOUR_MS + 1);
    assert.deepEqual(await query('select about from held_mail union all select reader_gid::text from mail_allowance'), []);
  });
});
