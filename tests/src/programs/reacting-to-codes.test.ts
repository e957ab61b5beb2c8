import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidRequestError, type Client, type Detail, type ErrorCode, type ProjectCreate } from '@partner-ordering/client';
import { findOffer, orderOf } from '../orders.ts';
import { systemOfPrograms } from './system-of-programs.ts';

type Correction = (order: ProjectCreate, detail: Detail) => ProjectCreate;

/** A partner's program, which reads codes and parameters and no sentence: how it mends an order, by what is wrong with it. */
const corrections: Partial<Record<ErrorCode, Correction>> = {
  unknown_field: (order, { path }) => Object.fromEntries(Object.entries(order).filter(([name]) => name !== path)) as typeof order,
  too_long: (order, { path, params }) => ({ ...order, [path]: String(order[path as 'title']).slice(0, params?.max) }),
  not_one_of: (order, { path, params }) => ({
    ...order,
    options: { ...order.options!, [path.replace('options.', '')]: Number(params?.allowed?.[0]) },
  }),
  price_changed: (order, { params }) => ({ ...order, price: { amount: params!.amount! } }),
};

/** Orders, and orders again as long as it knows what to do about each detail. */
async function place(api: Client, order: ProjectCreate, correctedCodes: string[] = []): Promise<{ gid: string; correctedCodes: string[] }> {
  try {
    return { gid: (await api.createProject(order)).gid, correctedCodes };
  } catch (error) {
    if (!(error instanceof InvalidRequestError) || correctedCodes.length > 10) throw error;
    const correctedOrder = error.details.reduce((so, detail) => (corrections[detail.code] ?? assert.fail(error))(so, detail), order);
    return place(api, correctedOrder, [...correctedCodes, ...error.details.map(({ code }) => code)]);
  }
}

/** Accepts a proposal, or says who has to act first. */
async function accept(api: Client, gid: string, amount: number): Promise<string> {
  try {
    await api.updateProject(gid, { state: 'published', price: { amount } });
    return 'ordered';
  } catch (error) {
    if (error instanceof InvalidRequestError && error.has('balance_too_low', 'price.amount')) return 'the bookkeeper';
    throw error;
  }
}

test("a partner's program mends its orders by four codes, and asks the bookkeeper by a fifth", async () => {
  const system = await systemOfPrograms();
  const [user, admin] = [await system.signIn('user@example.com'), await system.signIn('admin@example.com')];
  const offer = await findOffer(user);
  const faultyFields = { options: { mode: 'multi', due: 3650 }, price: { amount: 1 }, title: 'A logo '.repeat(60), color: 'blue' };
  const { gid, correctedCodes } = await place(user.api, orderOf(offer, { ...faultyFields, state: 'published' }));
  assert.deepEqual(correctedCodes.toSorted(), ['not_one_of', 'price_changed', 'too_long', 'unknown_field']);
  const { price, title } = await user.api.getProject(gid);
  assert.deepEqual([price!.amount, title.length], [offer.amount, 255]);

  const { gid: organization } = await admin.api.createOrganization({ name: 'Without a payment source' });
  await admin.api.createMembership((await user.api.getMe()).gid, { organization: { gid: organization } });
  const specificRequest = { title: 'A mural', description: 'For the wall', product: null, organization: { gid: organization } };
  const { gid: request } = await user.api.createProject({ ...specificRequest, state: 'draft' });
  await user.api.updateProject(request, { state: 'waiting_for_proposal' });
  const proposal = { price: { amount: 50, currency: 'EUR' }, options: { mode: 'solo', due: 10 } } as const;
  await admin.api.updateProject(request, { state: 'proposal', ...proposal });
  assert.equal(await accept(user.api, request, 50), 'the bookkeeper');
});
