import assert from 'node:assert/strict';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { findOffer, finishContest, orderOf, type Offer } from '../orders.ts';
import { receiptOf, uploadPicture } from '../requests.ts';
import { demoGids } from '../test-system.ts';
import type { World } from './world.ts';

/** The values of a state, which replace `${name}` in the request. `token` also replaces the value of `Authorization`. */
export type Values = Record<string, string | number>;

/** Brings about what a contract presupposes; `parameters` are those of the state. */
export type ProviderState = (world: World, parameters: Readonly<Record<string, unknown>>) => Promise<Values>;

const organization: string = demoGids.harbourBakery;
const bakery = { organization, user: demoGids.users.user };

/** The states that contracts of partners and the client can name. A test compares them with docs/developers/guarantees.md. */
export const partnerStates: Readonly<Record<string, ProviderState>> = {
  'a registered application': async ({ user }) => ({
    ...bakery,
    username: 'user@example.com',
    password: 'demo-password',
    token: user.token!,
  }),
  'a session of a user': async ({ system }) => {
    const person = { grant_type: 'password', username: 'user@example.com', password: 'demo-password' };
    const { body } = await system.oauth('/oauth2/token', person);
    return { ...bakery, refresh_token: body.refresh_token, token: body.access_token };
  },
  'a signed-in user': async ({ user }) => ({ ...bakery, token: user.token! }),
  'a signed-in manager': async ({ manager }) => ({ ...bakery, token: manager.token! }),
  'a signed-in admin': async ({ admin }) => ({ ...bakery, unique: crypto.randomUUID(), token: admin.token! }),
  'an organization with a budget': async (world, { amount = 1_000 }) => {
    const { gid, client } = await newcomer(world, Number(amount));
    return { organization, user: gid, token: client.token! };
  },
  'a product with a price': async ({ user }) => ({ ...(await valuesOfOffer(user)), token: user.token! }),
  'a draft': async ({ user }) => ({ ...(await ordered(user, { state: 'draft' })), token: user.token! }),
  'a published contest': async ({ user }) => ({ ...(await ordered(user, { state: 'published' })), token: user.token! }),
  'a contest with a work': async ({ user, admin }) => {
    const contest = await ordered(user, { state: 'published' });
    const worker = (await admin.api.createWorker({ service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' })).gid;
    const work = (await admin.api.createWork({ project: { gid: String(contest['project']) }, worker: { gid: worker } })).gid;
    return { ...contest, worker, work, token: user.token! };
  },
  'a project that waits for approval': async (world) => {
    const { gid, client } = await newcomer(world, 1);
    const values = await ordered(client, { state: 'published' });
    assert.equal((await client.api.getProject(String(values['project']))).state, 'require_approval');
    return { ...values, user: gid, token: world.manager.token! };
  },
  'a finished project': async ({ user, admin }) => {
    const project = await finishContest(user, admin, await findOffer(user));
    const receipt = await receiptOf(user, project);
    await eventually(async () => (await user.api.getProject(project)).receipt_file !== null);
    return { ...bakery, project, receipt, token: user.token! };
  },
  'an uploaded picture': async ({ system, user }) => {
    const file = await uploadPicture(system);
    const { searchParams: signed } = new URL((await user.api.signFile(file)).url);
    return { ...bakery, file, expires: signed.get('expires')!, signature: signed.get('signature')!, token: user.token! };
  },
  'an upload form': async ({ system }) => {
    const { token } = await system.signIn('user@example.com', 'upload_files');
    return { ...bakery, token: token! };
  },
};

const valuesOf = ({ product, options, amount }: Offer): Values => ({ ...bakery, product, mode: options.mode, due: options.due, amount });

const valuesOfOffer = async (user: ApiClient): Promise<Values> => valuesOf(await findOffer(user));

async function ordered(user: ApiClient, changes: object): Promise<Values> {
  const offer = await findOffer(user);
  return { ...valuesOf(offer), project: (await user.api.createProject(orderOf(offer, changes))).gid };
}

/** A new user of Harbour Bakery with a monthly budget in EUR, who has not spent any of it, as soon as ordering knows. */
async function newcomer({ system, admin }: World, amount: number): Promise<{ gid: string; client: ApiClient }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const person = {
    email,
    firstname: 'Robin',
    lastname: 'Reed',
    locale: 'en' as const,
    member_of: [{ organization: { gid: organization } }],
  };
  const { gid } = await admin.api.createUser(person);
  await admin.api.updateMembership(gid, organization, { monthly_budget: { amount, currency: 'EUR' } });
  await system.setPassword(gid);
  const text = `select from shared_state where type = 'membership' and key = $1 and (state->'monthly_budget'->>'amount_minor')::bigint = $2`;
  const values = [`${gid}/${organization}`, amount * 100];
  await eventually(async () => (await system.services.ordering.database.query({ text, values })).length === 1);
  return { gid, client: await system.signIn(email) };
}
