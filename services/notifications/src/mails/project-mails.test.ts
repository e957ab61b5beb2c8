import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { managersOf } from '@partner-ordering/commerce';
import type { Queryable, Transaction } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { markApprovalsDecided } from '../domain/people/decided-approvals.ts';
import { factOf, mailingNotifications, memberOf, organizationState, type MailingNotifications } from '../fixtures/test-notifications.ts';
import { projectLetters } from './project-letters.ts';
import type { ProjectMailKind } from './project-mails.ts';

type FactMailKind = Exclude<ProjectMailKind, 'project_message'>;

/** The facts with mails, their subjects in English and French for a title, and their buttons. */
const cases: Record<FactMailKind, { type: string; from?: string; en: string; fr: string; button?: string }> = {
  project_approval_required: { type: 'project.approval_required', from: 'draft', en: 'Approval needed', fr: 'Approbation demandée ' },
  project_approved: { type: 'project.published', from: 'require_approval', en: 'Approved', fr: 'Commande approuvée ' },
  project_withdrawn: { type: 'project.withdrawn', from: 'require_approval', en: 'Not approved', fr: 'Commande non approuvée ' },
  project_proposed: {
    type: 'project.proposed',
    from: 'waiting_for_proposal',
    en: 'Proposal',
    fr: 'Proposition ',
    button: 'See the proposal',
  },
  project_work_posted: { type: 'project.work_posted', en: 'New work', fr: 'Nouvelle création ', button: 'See the works' },
  project_delivered: { type: 'project.delivered', en: 'Delivery', fr: 'Livraison ', button: 'See the delivery' },
  project_finished: { type: 'project.finished', en: 'Finished', fr: 'Commande terminée ' },
};
const byCreative: Record<string, object> = {
  'project.work_posted': { work: { worker: { full_name: 'Cleo Creative' } } },
  'project.delivered': { message: { worker: { full_name: 'Cleo Creative' } } },
};
const kinds = Object.keys(cases) as FactMailKind[];
const ofOwner = kinds.filter((kind) => kind !== 'project_approval_required');

describe('mails about projects', () => {
  let notifications: MailingNotifications;
  let organization: string;
  let owner: string;
  let manager: string;
  before(async () => {
    notifications = await mailingNotifications({ projectPage: 'https://shop.example/projects/{gid}?of={gid}' });
  });
  after(() => notifications.stop());
  beforeEach(async () => {
    organization = newGid();
    await notifications.follow({ type: 'organization', key: organization, state: organizationState() });
    [owner, manager] = [await person(), await person({ isManager: true })];
  });

  const person = (fields: Parameters<typeof memberOf>[2] = {}) => memberOf(notifications, organization, fields);
  const factFor = (kind: FactMailKind, data: object = {}, id?: string) => {
    const { type, from } = cases[kind];
    const price = { amount: 1776, currency: 'EUR' };
    const payload = JSON.stringify({ project: { gid: newGid(), title: 'A <banner>', price }, ...byCreative[type] });
    return factOf(type, { gid: newGid(), organization, owner, actor: newGid(), payload, ...(from && { from }), ...data }, id);
  };
  const titled = (title: string) => JSON.stringify({ project: { gid: newGid(), title } });
  const publishFact = async (...values: Parameters<typeof factFor>) => {
    const fact = factFor(...values);
    await notifications.receive('ordering', fact);
    return fact;
  };
  const query = (text: string, values: unknown[] = []) => notifications.service.database.query<{ error: string }>({ text, values });
  const waiting = () => query(`select last_error as error from job where name = 'mail_project'`);
  const subjects = (user: string) =>
    notifications.catcher.mails.filter(({ envelopeTo }) => envelopeTo.includes(`${user}@example.com`)).map(({ subject }) => subject);
  /** Postpones this many waiting mails: none is in flight, and none is retried automatically. */
  const postpone = (count: number) => {
    const idle = `update job set run_at = now() + interval '1 day' where name = 'mail_project' and leased_until is null returning 1`;
    return eventually(async () => (await query(idle)).length === count);
  };
  const sendNow = () => query(`update job set run_at = now() where name = 'mail_project'`);
  const isTakenIn = ({ id }: { id: string }) =>
    eventually(async () => (await query('select from event where organization_gid = $1 and id = $2', [organization, id])).length === 1);
  /** Resolves when all facts are stored and no mail of them waits. */
  async function settled(): Promise<void> {
    await isTakenIn(await publishFact('project_finished', { owner: manager, actor: manager }));
    await eventually(async () => (await waiting()).length === 0);
  }

  for (const kind of kinds)
    test(`${kind}: each person concerned gets one mail with title, amount, organization, who did it and the way there`, async () => {
      const [actor, reader] = kind === 'project_approval_required' ? [owner, manager] : [manager, owner];
      const fact = await publishFact(kind, { actor });
      await notifications.receive('ordering', fact);
      await settled();
      assert.deepEqual([subjects(reader), subjects(actor)], [[`${cases[kind].en}: A <banner>`], []]);
      const { text, html } = notifications.catcher.mails.at(-1)!;
      const { gid } = fact.data as unknown as { gid: string };
      const { button = 'See the order', type } = cases[kind];
      const who = type in byCreative ? 'Cleo Creative' : `Zoë ${actor!.slice(-4)}`;
      assert.match(text!, new RegExp(`^Harbour Bakery\n\nHello Zoë,\n\n${who} .+\n\nOrder: A <banner>\nAmount: EUR.1,776\\.00 net\n\n`));
      assert.ok(text!.includes(`\n\n${button}:\nhttps://shop.example/projects/${gid}?of=${gid}\n`), text);
      assert.doesNotMatch(text!, /project\b(?!s\/)|publish/i);
      assert.ok(html!.includes('A &lt;banner&gt;') && !html!.includes('<banner>') && html!.includes('>Harbour Bakery<'));
      assert.equal(html!.split(`>${button}<`).length, 2, 'one button');
    });

  test('a mail about a proposal quotes its text line by line, and names its files', async () => {
    const french = await person({ isManager: true, user: { locale: 'fr_FR' } });
    for (const reader of [owner, french]) {
      const quote = { text: 'Two <drafts>,\r\nBcc: eve@example.com', files: ['offer.pdf', 'לוגו.png'] };
      await publishFact('project_proposed', { owner: reader, actor: manager, quote });
    }
    await publishFact('project_proposed', { owner, quote: { text: '', files: Array.from({ length: 12 }, (_, page) => `${page}.png`) } });
    await settled();
    const of = (user: string) => notifications.catcher.mails.filter(({ envelopeTo }) => envelopeTo.includes(`${user}@example.com`));
    const [mail, filesAlone] = of(owner);
    assert.match(
      mail!.text!,
      /net\nFiles: .?offer\.pdf, .?לוגו\.png.*\n\n- “.?Two <drafts>,\n {2}Bcc: eve@example\.com.?”\n\nAccept and order/,
    );
    assert.ok(mail!.html!.includes('Two &lt;drafts&gt;,<br>Bcc: eve@example.com') && mail!.html!.includes('<bdi>לוגו.png</bdi>'));
    assert.match(filesAlone!.text!, /8\.png, 9\.png, and 2 more\n/);
    assert.deepEqual([mail!.envelopeTo, filesAlone!.text!.includes('- “')], [[`${owner}@example.com`], false]);
    assert.match(of(french)[0]!.text!, /HT\nFichiers : .?offer\.pdf[^]*- « .?Two <drafts>/);
  });

  test('nothing is held for our staff without STAFF_MAIL', async () => {
    const payload = JSON.stringify({ project: { title: 'A banner' }, message: { message: 'Is it ready?', user: null } });
    const data = { gid: newGid(), organization, owner, actor: owner, by_staff: false, payload };
    await notifications.receive('ordering', factOf('project.message_posted', data));
    await settled();
    assert.deepEqual(await query(`select from held_mail where starts_with(digest, 'staff/')`), []);
  });

  test('a subject shows the code of an order whose title has a link or changes the text direction, and no mail has the link', async () => {
    const titles = [
      'Pay at https://evil.example/x',
      'Pay at evil\u200b.example',
      'Pay at evil．example',
      'A \u202egnp.exe',
      'Version 2.0, red',
    ];
    for (const title of titles) {
      const payload = JSON.stringify({ project: { gid: newGid(), title, short_code: 'K7D2' } });
      await publishFact('project_approval_required', { actor: owner, payload });
    }
    await settled();
    const code = 'Approval needed: K7D2';
    assert.deepEqual(subjects(manager), [code, code, code, code, 'Approval needed: Version 2.0, red']);
    const texts = notifications.catcher.mails.filter(({ subject }) => subject === code).map(({ text, html }) => `${text}${html}`);
    assert.ok(texts.length > 0 && !texts.some((text) => /:\/\/evil|evil.?[.．]example/u.test(text)), texts[0]);
    assert.ok(texts[0]!.includes('Pay at https: //evil. example/x'), texts[0]);
  });

  test('a subject has neither title nor code if the title has a link and the fact has no code', async () => {
    const payload = JSON.stringify({ project: { gid: newGid(), href: '/v1/projects/x', title: 'Pay at https://evil.example/x' } });
    await publishFact('project_delivered', { payload });
    await settled();
    assert.deepEqual(subjects(owner), ['Delivery: your order']);
  });

  test('an approval request goes to every manager but the actor, and names the owner', async () => {
    const second = await person({ isManager: true });
    await person();
    await publishFact('project_approval_required', { actor: second });
    await settled();
    assert.deepEqual([subjects(manager).length, subjects(second), subjects(owner)], [1, [], []]);
    assert.match(notifications.catcher.mails.at(-1)!.text!, new RegExp(`Zoë ${owner.slice(-4)} wants to place`));
  });

  test('the actor gets no mail', async () => {
    for (const kind of ofOwner) await publishFact(kind, { actor: owner });
    await settled();
    assert.deepEqual(subjects(owner), []);
  });

  test('a mail is not sent if its reader has switched off its kind, and others are', async () => {
    for (const off of kinds) {
      const all = [await person({ isManager: true, user: { notifications: { [off]: false } } })];
      all.push(await person({ isManager: true, user: { notifications: { [off]: true } } }));
      for (const kind of new Set<FactMailKind>([off, 'project_approval_required', 'project_finished']))
        for (const one of all) if (kind !== 'project_approval_required') await publishFact(kind, { owner: one });
      if (off === 'project_approval_required') await publishFact(off);
      await settled();
      const subjectOf = (kind: FactMailKind) => `${cases[kind].en}: A <banner>`;
      const expected = new Set<FactMailKind>([off, 'project_finished']);
      assert.deepEqual(subjects(all[1]!).toSorted(), [...expected].map(subjectOf).toSorted());
      assert.deepEqual(subjects(all[0]!), [...expected].filter((kind) => kind !== off).map(subjectOf));
    }
  });

  test("a mail is in its reader's language", async () => {
    const french = await person({ isManager: true, user: { locale: 'fr_FR' } });
    for (const kind of kinds) await publishFact(kind, { owner: french });
    await publishFact('project_withdrawn', { owner: french, from: 'proposal' });
    await settled();
    const expected = [...kinds.map((kind) => cases[kind].fr), 'Demande retirée '];
    assert.deepEqual(subjects(french).toSorted(), expected.map((text) => `${text}: A <banner>`).toSorted());
    assert.match(
      notifications.catcher.mails.at(-1)!.text!,
      /^Harbour Bakery\n\nBonjour Zoë,\n\n[^]*\nCommande : A <banner>\nMontant : 1.776,00.EUR HT\n/,
    );
  });

  test('a waiting mail is not sent to users who are erased or disabled, have left, or are no longer managers', async () => {
    const names = { gid: '', memberships: [], is_enabled: false };
    const leave = {
      erased: (gid: string) => person({ gid, user: { firstname: 'Deleted', email: `${gid}@deleted.invalid` }, principal: names }),
      disabled: (gid: string) => person({ gid, isManager: true, principal: { is_enabled: false } }),
      left: (gid: string) => person({ gid, principal: { memberships: [{ organization: newGid(), is_manager: true }] } }),
    };
    const gone = [];
    for (const how of Object.values(leave)) gone.push([await person({ isManager: true }), how] as const);
    notifications.catcher.refuse({ at: 'recipient', code: 450, text: 'later' });
    for (const [gid] of gone) await publishFact('project_delivered', { owner: gid });
    await publishFact('project_approval_required', { actor: owner });
    // The readers are three owners, and as managers these three and the test's own. No mail is being written when they leave.
    await postpone(7);
    for (const [gid, how] of gone) await how(gid);
    await person({ gid: manager });
    notifications.catcher.refuse(undefined);
    await sendNow();
    await settled();
    for (const gid of [...gone.map(([gid]) => gid), manager]) assert.deepEqual(subjects(gid), []);
    assert.ok(!notifications.catcher.mails.some(({ envelopeTo }) => envelopeTo[0]!.endsWith('@deleted.invalid')));
  });

  test('an approval that is settled before its mail leaves sends none, others do', async () => {
    notifications.catcher.refuse({ at: 'recipient', code: 450, text: 'later' });
    const gids = [newGid(), newGid(), newGid()];
    for (const gid of gids) await publishFact('project_approval_required', { gid, actor: owner, payload: titled(gid) });
    await eventually(async () => (await waiting()).filter(({ error }) => error !== null).length === 3);
    await postpone(3);
    await publishFact('project_approved', { gid: gids[0], actor: manager });
    await isTakenIn(await publishFact('project_withdrawn', { gid: gids[1], actor: manager }));
    notifications.catcher.refuse(undefined);
    await sendNow();
    await settled();
    assert.deepEqual(subjects(manager), [`Approval needed: ${gids[2]}`]);
  });

  test('an approval that is settled in the batch that requests it sends no mail', async () => {
    const [gid, other] = [newGid(), newGid()];
    const needed = [gid, other].map((each) => factFor('project_approval_required', { gid: each, actor: owner, payload: titled(each) }));
    await notifications.receive('ordering', ...needed, factFor('project_approved', { gid, actor: manager }));
    await settled();
    assert.deepEqual(subjects(manager), [`Approval needed: ${other}`]);
  });

  test('a publication without an approval sends no mail', async () => {
    await publishFact('project_approved', { from: 'draft' });
    await settled();
    assert.deepEqual(subjects(owner), []);
  });

  test('a reader who is still unknown gets the mail once their state arrives', async () => {
    const gid = newGid();
    await publishFact('project_delivered', { owner: gid });
    await eventually(async () => (await waiting()).some(({ error }) => error === 'Error: The reader of a mail is not known yet'));
    await person({ gid });
    await eventually(() => subjects(gid).length === 1);
  });

  test("a technical user gets no mail, neither as a manager nor as an order's owner", async () => {
    const robot = await person({ isManager: true, principal: { is_technical: true } });
    await publishFact('project_approval_required', { actor: owner });
    for (const kind of ofOwner) await publishFact(kind, { owner: robot });
    await settled();
    assert.deepEqual([subjects(manager).length, subjects(robot)], [1, []]);
  });

  test("a mail leads to the organization's own page if it has one", async () => {
    const state = { ...organizationState(), project_page_url: 'https://bakery.example/#/orders/{gid}' };
    await notifications.follow({ type: 'organization', key: organization, state });
    const { data } = await publishFact('project_delivered', {});
    await settled();
    const { text, html } = notifications.catcher.mails.at(-1)!;
    const url = `https://bakery.example/#/orders/${(data as unknown as { gid: string }).gid}`;
    assert.ok(text!.includes(`\n${url}\n`) && html!.includes(`href="${url}"`), text);
  });

  test('a mail without any page for projects has no link, and one of an older release no amount', async () => {
    const values = {
      kind: 'project_delivered',
      project: newGid(),
      title: 'A banner',
      code: '',
      organization,
      actor: '',
      person: '',
      from: '',
    };
    const write = projectLetters(notifications.service.database, undefined).project;
    const letter = await write({ gid: newGid(), about: `${newGid()}/${owner}`, to: owner, values }, new Date());
    assert.deepEqual([letter!.to, letter!.action, letter!.subject], [`${owner}@example.com`, undefined, 'Delivery: A banner']);
  });

  test("an organization's managers are found by an index among many users", async () => {
    await query(`with people as (select gen_random_uuid()::text as key, n from generate_series(1, 20000) n)
      insert into shared_state (type, key, version, state)
      select 'user', key, 1, json_build_object('email', key || '@example.com') from people union all
      select 'principal', key, 1, json_build_object('is_enabled', true, 'memberships',
        json_build_array(json_build_object('organization', gen_random_uuid(), 'is_manager', n % 9 = 0))) from people`);
    await query('analyze shared_state');
    assert.match(await planOf((explaining) => managersOf(explaining, organization)), /shared_state_memberships/);
  });

  test('mails about a settled project are found by an index among many waiting ones', async (t) => {
    t.after(() => query(`delete from job where key like 'many %'`));
    await query(`insert into job (name, key, data, run_at)
      select 'mail_project', 'many ' || n, json_build_object('values', json_build_object('project', gen_random_uuid())), now() + interval '1 day'
      from generate_series(1, 5000) n`);
    await query('analyze job');
    const plan = await planOf((explaining) => markApprovalsDecided(explaining as Transaction, newGid()));
    assert.match(plan, /job_of_project/);
    assert.doesNotMatch(plan, /Seq Scan/);
  });

  /** The query plans of the statements that `work` runs. */
  async function planOf(work: (explaining: Queryable) => Promise<unknown>): Promise<string> {
    let plan = '';
    const explain: Queryable['query'] = async ({ text, values }) => {
      plan += JSON.stringify(await query(`explain ${text}`, [...values]));
      return [];
    };
    await work({ query: explain });
    return plan;
  }
});
