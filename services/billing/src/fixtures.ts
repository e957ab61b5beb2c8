import { newGid } from '@partner-ordering/data';
import type { ServiceConfig } from '@partner-ordering/http';
import { eventually, testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import type { BillingAddress, BillingStates, OrganizationState, ProjectState } from '../generated/events.ts';
import type { DocumentStore } from './documents/document-store.ts';
import { createBilling, type BillingOptions } from './service.ts';

/** Billing with what its tests begin with. */
export interface TestBilling extends TestService {
  admin: ApiClient & { gid: string };
  /** Answers the gid of a new organization in France, as identity's events would make it known. */
  organization(state?: Partial<OrganizationState>): Promise<string>;
  /** Adds events to what ordering publishes. */
  append(...events: ReturnType<typeof projectEvent>[]): Promise<void>;
  /** Answers the receipt of a project that ordering says was finished now, as soon as it is there. */
  finish(project: ProjectState): Promise<Record<string, any>>; // eslint-disable-line @typescript-eslint/no-explicit-any
  /** What followers were told last of an aggregate of this service. */
  state<Type extends keyof BillingStates>(type: Type, key: string): Promise<BillingStates[Type] | null | undefined>;
}

export const address: BillingAddress = {
  ...{ division: null, address1: '3 quai du Port', address2: null, zipcode: '29200', city: 'Brest', state: null, additional: null },
  ...{ country: 'FR', country_name: 'France' },
};

export const organizationOf = (gid: string, state: Partial<OrganizationState> = {}): OrganizationState => ({
  ...{ gid, name: 'Harbour Bakery', hostname: null, vat: null, billing_address: address, test: false },
  ...{ parent: null, credit_limit: null, is_deleted: false, ...state },
});

export const userOf = (gid: string) => ({ gid, firstname: 'Robin', lastname: 'Reed', email: `${gid}@example.com`, locale: 'en' });

const nowhere: DocumentStore = { put: ({ path }) => Promise.resolve({ url: `https://partner-ordering.test/v1/storage/${path}` }) };

/** A finished contest over EUR 250, or what `changes` make of it. */
export const finishedProject = (organization: string, changes: Partial<ProjectState> = {}): ProjectState => ({
  ...{ gid: newGid(), short_code: 'K7M2P9QX', title: 'A logo for the spring campaign', description: 'Fresh and simple' },
  ...{ created_at: '2026-11-02T09:00:00+0000', modified_at: null, status: 'finished', state: 'published' },
  ...{ published_at: '2026-11-02T09:05:00+0000', started_at: '2026-11-02T09:05:00+0000', finished_at: '2026-11-07T16:30:00+0000' },
  ...{ canceled_at: null, deadline_at: null, options: { due: 5, mode: 'multi', skill: null }, quantity: 1, specific_request: false },
  ...{ owner: newGid(), organization, product: newGid(), price: { amount_minor: 25_000, currency: 'EUR' }, vat: null },
  ...{ winner: null, worker: null },
  ...changes,
});

/** `project.state` as ordering's relay would append it. */
export const projectEvent = (project: ProjectState | null, { id = newGid(), version = 1, key = project?.gid } = {}) => ({
  owner: project?.owner,
  key: `project/${key}`,
  value: JSON.stringify({
    ...{ specversion: '1.0', id, source: '/services/ordering', type: 'project.state', subject: `project/${key}` },
    ...{ time: '2026-11-07T16:30:00.000Z', datacontenttype: 'application/json', dataversion: version, data: project },
  }),
});

export async function testBilling(options: BillingOptions = {}): Promise<TestBilling> {
  let transport: ServiceConfig['transport'] | undefined;
  const billing = await testService('billing', (config) => {
    transport = config.transport;
    return createBilling({ ...config, documents: nowhere, ...options });
  });
  const admin = await billing.signIn({ roles: ['admin'] });
  const receiptOf = async (project: string) => {
    const { body } = await admin.get('/v1/receipts', { parameters: { query: ['project.gid', '==', project] } });
    return body.items[0] !== undefined && (await admin.get(body.items[0].href)).body;
  };
  const append: TestBilling['append'] = async (...events) => {
    const owners = events.flatMap(({ owner }) => (owner === undefined ? [] : [owner]));
    await billing.follow(...owners.map((gid) => ({ type: 'user', key: gid, state: userOf(gid) })));
    await transport!.append('ordering.state', events);
  };
  return {
    ...billing,
    admin,
    append,
    organization: async (state = {}) => {
      const gid = newGid();
      await billing.follow({ type: 'organization', key: gid, state: organizationOf(gid, state) });
      return gid;
    },
    finish: async (project) => {
      await append(projectEvent(project));
      return eventually(() => receiptOf(project.gid));
    },
    state: async (type, key) => {
      const rows = await billing.service.database.query<{ state: never }>({
        text: 'select state from shared_state where type = $1 and key = $2',
        values: [type, key],
      });
      return rows[0]?.state;
    },
  };
}
