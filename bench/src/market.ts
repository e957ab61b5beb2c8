/** How many there are of what; everything else follows from the numbers, so that requests need no look into the database. */
export interface Market {
  organizations: number;
  users: number;
  projects: number;
}

/** Products that one organization may order, and organizations that may order one product. */
export const productsPerOrganization = 20;
export const organizationsPerProduct = 100;

export const statuses = ['draft', 'canceled', 'in_progress', 'finished', 'paid'] as const;

const kinds = { organization: 1, user: 2, product: 3, project: 4, membership: 5, price: 6, category: 7, message: 8 } as const;
export type Kind = keyof typeof kinds;

/** The n-th identifier of its kind, a UUIDv7 that sorts by n; `gidSql` is the same in SQL. */
export const gid = (kind: Kind, n: number): string => `019a000${kinds[kind]}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

export const gidSql = (kind: Kind, n: string): string => `('019a000${kinds[kind]}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))`;

/** User n belongs to organization n mod organizations; the first user of each is its manager. */
export const organizationOfUser = ({ organizations }: Market, user: number): number => user % organizations;

export const managerOf = (organization: number): number => organization;

/** Products come in blocks of 20 for blocks of 100 organizations. */
export const productOf = (organization: number, index: number): number =>
  Math.floor(organization / organizationsPerProduct) * productsPerOrganization + index;

/** Project n is one of organization n mod organizations; `index` counts within it. */
export const projectOf = ({ organizations }: Market, organization: number, index: number): number => index * organizations + organization;

/** Every second organization has prices of its own for what the orders choose: multi, 5 days. */
export const hasOwnPrices = (organization: number): boolean => organization % 2 === 0;
export const ownAmount = 240;
export const defaultAmount = 250;

/** Body of `POST /v1/projects` that publishes an order. */
export const orderBody = (organization: number, index: number): object => ({
  title: 'A logo for the spring campaign',
  description: `<p>Fresh and simple, for posters, <b>menus</b> and the window of the shop.</p><ul>${'<li>Works in one colour</li>'.repeat(5)}</ul>`,
  product: { gid: gid('product', productOf(organization, index % productsPerOrganization)) },
  organization: { gid: gid('organization', organization) },
  options: { due: 5, mode: 'multi' },
  price: { amount: hasOwnPrices(organization) ? ownAmount : defaultAmount, currency: 'EUR' },
  state: 'published',
});
