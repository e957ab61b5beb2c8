import { newGid, priceKey, type StateKey } from '@partner-ordering/data';
import { gidOf, testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import type { FollowedStates } from '../generated/events.ts';
import { createOrdering } from './service.ts';

/** An organization with people, a product in both modes and its prices, as other services would publish them. */
export interface Market {
  organization: string;
  product: string;
  cumulative: string;
  user: ApiClient & { gid: string };
  manager: ApiClient & { gid: string };
  admin: ApiClient & { gid: string };
  /** A body of `POST /v1/projects` that is right. */
  order(changes?: object): Record<string, unknown>;
  /** Sets the user's monthly budget in EUR; null is unlimited. */
  setBudget(amount: number | null, user?: string): Promise<void>;
  /** Has billing say that the receipt of the project under this path is paid. */
  settle(project: string): Promise<void>;
}

/** The service, with a stand-in for the files service. */
export async function startOrdering(): Promise<TestService & { files: FilesStandIn }> {
  const ordering = await testService('ordering', createOrdering);
  return Object.assign(ordering, { files: filesStandIn(ordering) });
}

/** What was uploaded, and what it belongs to, as the files service would know. */
export interface FilesStandIn {
  /** A new file of a user; answers its path. */
  upload(user: { gid: string }, kind?: 'image' | 'text'): string;
  addressOf(path: string): string;
  /** `<path> <holder>` of every claim that was not released, oldest first. */
  claimed(): string[];
}

function filesStandIn(ordering: TestService): FilesStandIn {
  const uploads = new Map<string, { uploader: string; kind: 'image' | 'text' }>();
  const claims = new Set<string>();
  const storage = 'https://partner-ordering.test/v1/storage/';
  const pathOf = (given: string): string => (given.startsWith(storage) ? given.slice(storage.length) : given);
  const claim = (path: string, holder: string): string => `${path} ${holder.replace('{path}', path)}`;

  ordering.answer('/internal/claims', ({ paths, holder, user }: { paths: string[]; holder: string | null; user: string }) => {
    const refused = paths.filter((given) => uploads.get(pathOf(given))?.uploader !== user);
    if (refused.length > 0) return { files: [], refused: refused.map((given) => ({ given, message: 'there is no such file' })) };
    const files = paths.map(pathOf).map((path) => {
      if (holder !== null) claims.add(claim(path, holder));
      const isImage = uploads.get(path)!.kind === 'image';
      const image_url = isImage ? `https://partner-ordering.test/v1/img/${path}` : null;
      return { path, url: storage + path, image_url, name: 'brief.txt', content_type: isImage ? 'image/png' : 'text/plain', size: 20 };
    });
    return { files, refused: [] };
  });
  ordering.answer('/internal/releases', ({ paths, holder }: { paths: string[]; holder: string }) => {
    paths.forEach((path) => claims.delete(claim(path, holder)));
    return {};
  });
  return {
    upload: ({ gid }, kind = 'text') => {
      const path = newGid();
      uploads.set(path, { uploader: gid, kind });
      return path;
    },
    addressOf: (path) => storage + path,
    claimed: () => [...claims],
  };
}

const address = {
  division: null,
  address1: null,
  address2: null,
  zipcode: null,
  city: null,
  state: null,
  additional: null,
  country_name: null,
};

/** A market of its own (`creditLimit` in EUR), so that tests do not see each other. Logo design costs 250 EUR (multi, 5 days), stickers 10 EUR each (solo, 2 days). */
export async function openMarket(
  ordering: TestService,
  { country = 'FR', vat = null as string | null, test = false, creditLimit = null as number | null } = {},
): Promise<Market> {
  const [organization, product, cumulative] = [newGid(), newGid(), newGid()];
  const state = <Type extends keyof FollowedStates>(
    type: Type,
    key: string,
    value: FollowedStates[Type],
  ): StateKey & { state: unknown } => ({ type, key, state: value });
  const offer = { organizations: [organization], is_enabled: true, category: newGid(), interface: 'default' };
  const price = (of: string, mode: 'solo' | 'multi', due: number, amount_minor: number) => {
    const key = priceKey({ product: of, organization, mode, due, skill: null });
    return state('price', key, {
      gid: newGid(),
      product: of,
      organization,
      options: { mode, due, skill: null },
      amount_minor,
      currency: 'EUR',
    });
  };
  await ordering.follow(
    state('organization', organization, {
      ...{
        gid: organization,
        name: 'Harbour Bakery',
        hostname: null,
        vat,
        test,
        parent: null,
        credit_limit: creditLimit === null ? null : { amount_minor: creditLimit * 100, currency: 'EUR' },
        is_deleted: false,
      },
      billing_address: { ...address, country },
    }),
    state('product', product, {
      gid: product,
      title: 'Logo design',
      is_cumulative: false,
      available_options: optionsOf(['solo', 'multi'], [2, 5], [1]),
      ...offer,
    }),
    state('product', cumulative, {
      gid: cumulative,
      title: 'Stickers',
      is_cumulative: true,
      available_options: optionsOf(['solo'], [2], null),
      ...offer,
    }),
    price(product, 'multi', 5, 25_000),
    price(product, 'multi', 2, 40_000),
    price(product, 'solo', 5, 20_000),
    price(cumulative, 'solo', 2, 1_000),
  );
  const [user, manager, admin] = await Promise.all([
    ordering.signIn({ memberOf: [organization] }),
    ordering.signIn({ manages: [organization] }),
    ordering.signIn({ roles: ['admin'] }),
  ]);
  const member = (of: string, isManager: boolean, amount: number | null) =>
    state('membership', `${of}/${organization}`, {
      ...{ gid: newGid(), user: of, organization, is_manager: isManager },
      monthly_budget: amount === null ? null : { amount_minor: amount * 100, currency: 'EUR' },
    });
  await ordering.follow(member(user.gid, false, null), member(manager.gid, true, null));
  return {
    ...{ organization, product, cumulative, user, manager, admin },
    order: (changes = {}) => ({
      title: 'A logo for the spring campaign',
      description: '<p>Fresh and simple</p>',
      product: { gid: product },
      organization: { gid: organization },
      options: { due: 5, mode: 'multi' },
      price: { amount: 250 },
      state: 'draft',
      ...changes,
    }),
    setBudget: (amount, of = user.gid) => ordering.follow(member(of, false, amount)),
    settle: (project) => ordering.deliver('billing', receiptState(gidOf(project), { status: 'paid' })),
  };
}

/** What billing publishes of a project's receipt: EUR 250 with 20 % VAT, or what `changes` make of it. */
export const receiptState = (project: string, changes: Partial<FollowedStates['receipt']> = {}) => ({
  ...{ type: 'receipt', key: project },
  state: {
    ...{ gid: newGid(), number: '2026-000001', project, organization: newGid(), status: 'open', paid_at: null, file: null },
    net: { amount_minor: 25_000, currency: 'EUR' },
    vat: { amount_minor: 5_000, ratio: 0.2, currency: 'EUR' },
    total: { amount_minor: 30_000, currency: 'EUR' },
    ...changes,
  } satisfies FollowedStates['receipt'],
});

const optionsOf = (
  modes: ('solo' | 'multi')[],
  dues: number[],
  quantities: number[] | null,
): FollowedStates['product']['available_options'] => ({
  due: { type: 'integer', default: null, required: true, enum: dues },
  mode: { type: 'string', default: null, required: true, enum: modes },
  skill: null,
  quantity: { type: 'integer', default: 1, required: false, enum: quantities },
});

let count = 0;

/** A new worker's path. */
export const createWorker = ({ admin }: Market, changes: object = {}): Promise<string> =>
  admin.create('/v1/workers', { service_id: `worker-${process.pid}-${++count}`, firstname: 'Ada', lastname: 'Quill', ...changes });

/** The path of a running contest of the market's user. */
export const createContest = ({ user, order }: Market): Promise<string> => user.create('/v1/projects', order({ state: 'published' }));

/** The path of a new work for a project; of a worker of its own unless one is given. */
export async function createWork(market: Market, project: string, changes: object = {}): Promise<string> {
  const worker = 'worker' in changes ? {} : { worker: { gid: gidOf(await createWorker(market)) } };
  return market.admin.create('/v1/works', { project: { gid: gidOf(project) }, description: '<p>A first idea</p>', ...worker, ...changes });
}

/** The path of a published conversation of the market's user, with a worker assigned to it. */
export async function createConversation(market: Market): Promise<{ href: string; worker: string }> {
  const { user, admin, order } = market;
  const solo = order({ options: { due: 5, mode: 'solo' }, price: { amount: 200 }, state: 'published' });
  const href = await user.create('/v1/projects', solo);
  const worker = gidOf(await createWorker(market));
  await admin.put(href, { worker: { gid: worker } });
  return { href, worker };
}

/** The path of a specific request of the market's user that waits for a proposal. */
export async function createRequest({ user, organization }: Market): Promise<string> {
  const request = {
    title: 'Something new',
    description: 'Surprise us',
    product: null,
    organization: { gid: organization },
    state: 'draft',
  };
  const href = await user.create('/v1/projects', request);
  await user.put(href, { state: 'waiting_for_proposal' });
  return href;
}
