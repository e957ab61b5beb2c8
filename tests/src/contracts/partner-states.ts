import assert from 'node:assert/strict';
import { eventually, gidOf, type ApiClient } from '@partner-ordering/testing';
import { findOffer, finishContest, membershipPath, orderOf, type Offer } from '../orders.ts';
import { uploadPicture } from '../requests.ts';
import { change, read } from '../story.ts';
import { demoGids } from '../test-system.ts';
import type { World } from './world.ts';

/** What a state hands to the request: by name, to be put in place of `${name}`. `token` also replaces what stands in `Authorization`. */
export type Values = Record<string, string | number>;

/** Brings about what a contract presupposes; `given` are the state's parameters. */
export type ProviderState = (world: World, given: Readonly<Record<string, unknown>>) => Promise<Values>;

const organization: string = demoGids.harbourBakery;
const bakery = { organization, user: demoGids.users.user };

/** The states that partners' contracts, and the client's, can name. docs/contracts.md lists them; a test holds the two together. */
export const partnerStates: Readonly<Record<string, ProviderState>> = {
  'a signed-in user': async ({ user }) => ({ ...bakery, token: user.token! }),
  'a signed-in manager': async ({ manager }) => ({ ...bakery, token: manager.token! }),
  'a signed-in admin': async ({ admin }) => ({ ...bakery, unique: crypto.randomUUID(), token: admin.token! }),
  'an organization with a budget': async (world, { amount = 1_000 }) => {
    const { gid, client } = await newcomer(world, Number(amount));
    return { organization, user: gid, token: client.token! };
  },
  'a product with a price': async ({ user }) => ({ ...(await offered(user)), token: user.token! }),
  'a draft': async ({ user }) => ({ ...(await ordered(user, { state: 'draft' })), token: user.token! }),
  'a published contest': async ({ user }) => ({ ...(await ordered(user, { state: 'published' })), token: user.token! }),
  'a contest with a work': async ({ user, admin }) => {
    const contest = await ordered(user, { state: 'published' });
    const worker = gidOf(await admin.create('/v1/workers', { service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' }));
    const work = await admin.create('/v1/works', { project: { gid: contest['project'] }, worker: { gid: worker } });
    return { ...contest, worker, work: gidOf(work), token: user.token! };
  },
  'a project that waits for approval': async (world) => {
    const { gid, client } = await newcomer(world, 1);
    const waiting = await ordered(client, { state: 'published' });
    assert.equal((await read(client, `/v1/projects/${waiting['project']}`)).state, 'require_approval');
    return { ...waiting, user: gid, token: world.manager.token! };
  },
  'a finished project': async ({ user, admin }) => {
    const project = await finishContest(user, admin, await findOffer(user));
    const receipt = await eventually(async () => {
      const { items } = await read(user, '/v1/receipts', { query: ['project.gid', '==', project] });
      return items[0]?.file ? (items[0].gid as string) : false;
    });
    await eventually(async () => (await read(user, `/v1/projects/${project}`)).receipt_file !== null);
    return { ...bakery, project, receipt, token: user.token! };
  },
  'an uploaded picture': async ({ system, user }) => ({ ...bakery, file: await uploadPicture(system), token: user.token! }),
};

const valuesOf = ({ product, options, amount }: Offer): Values => ({ ...bakery, product, mode: options.mode, due: options.due, amount });

const offered = async (user: ApiClient): Promise<Values> => valuesOf(await findOffer(user));

async function ordered(user: ApiClient, changes: object): Promise<Values> {
  const offer = await findOffer(user);
  return { ...valuesOf(offer), project: gidOf(await user.create('/v1/projects', orderOf(offer, changes))) };
}

/** A new user of Harbour Bakery with a monthly budget in EUR, who has not spent any of it, as soon as ordering knows. */
async function newcomer({ system, admin }: World, amount: number): Promise<{ gid: string; client: ApiClient }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const person = { email, firstname: 'Robin', lastname: 'Reed', locale: 'en', member_of: [{ organization: { gid: organization } }] };
  const gid = gidOf(await admin.create('/v1/users', person));
  await change(admin, membershipPath(gid), { monthly_budget: { amount, currency: 'EUR' } });
  await system.setPassword(gid);
  const text = `select from shared_state where type = 'membership' and key = $1 and (state->'monthly_budget'->>'amount_minor')::bigint = $2`;
  const values = [`${gid}/${organization}`, amount * 100];
  await eventually(async () => (await system.services.ordering.database.query({ text, values })).length === 1);
  return { gid, client: await system.signIn(email) };
}
