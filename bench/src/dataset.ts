import type { ProjectCreate } from '@partner-ordering/client';

/** The sizes of a database; every row follows from its number, so requests are made without reading the database. */
export interface Dataset {
  organizations: number;
  users: number;
  projects: number;
}

/** Products that one organization may order, and organizations that may order one product. */
export const PRODUCTS_PER_ORGANIZATION = 20;
export const ORGANIZATIONS_PER_PRODUCT = 100;

export const statuses = ['draft', 'canceled', 'in_progress', 'finished', 'paid'] as const;

const kinds = { organization: 1, user: 2, product: 3, project: 4, membership: 5, price: 6, category: 7 } as const;
export type Kind = keyof typeof kinds;

/** The n-th identifier of its kind, a UUIDv7 that sorts by n; `gidSql` is the same in SQL. */
export const gid = (kind: Kind, n: number): string => `019a000${kinds[kind]}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

export const gidSql = (kind: Kind, n: string): string => `('019a000${kinds[kind]}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))`;

/** User n belongs to organization n mod organizations; the first user of each is its manager. */
export const organizationOfUser = ({ organizations }: Dataset, user: number): number => user % organizations;

export const managerOf = (organization: number): number => organization;

/** Products come in blocks of 20 for blocks of 100 organizations. */
const productOf = (organization: number, index: number): number =>
  Math.floor(organization / ORGANIZATIONS_PER_PRODUCT) * PRODUCTS_PER_ORGANIZATION + index;

/** Project n is one of organization n mod organizations; `index` counts within it. */
export const projectOf = ({ organizations }: Dataset, organization: number, index: number): number => index * organizations + organization;

export const PRICE_EUR = 250;

/** Body of `POST /v1/projects` that publishes an order. */
export const orderBody = (organization: number, index: number): ProjectCreate => ({
  title: 'A logo for the spring campaign',
  description: `<p>Fresh and simple, for posters, <b>menus</b> and the window of the shop.</p><ul>${'<li>Works in one colour</li>'.repeat(5)}</ul>`,
  product: { gid: gid('product', productOf(organization, index % PRODUCTS_PER_ORGANIZATION)) },
  organization: { gid: gid('organization', organization) },
  options: { due: 5, mode: 'multi' },
  price: { amount: PRICE_EUR, currency: 'EUR' },
  state: 'published',
});
