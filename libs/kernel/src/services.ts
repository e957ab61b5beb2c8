/** The services behind the gateway, in the order in which they start. docs/developers/adding-a-service.md has the steps for a new one. */
export const serviceNames = [
  'identity', // users, organizations, tokens; first, since the others ask it for keys
  'catalog', // products and prices
  'ordering', // projects and budgets
  'billing', // payment sources and receipts
  'files', // uploads, and who may read them
  'notifications', // tells partners what happened
] as const;

/** Bare name of a service: its folder, its package, its database. */
export type ServiceName = (typeof serviceNames)[number];

/** Something for each service, in the order of the register. */
export const byService = <Value>(value: (name: ServiceName) => Value): Record<ServiceName, Value> =>
  Object.fromEntries(serviceNames.map((name) => [name, value(name)])) as Record<ServiceName, Value>;

/** Name of the variable that says where a service listens: `ORDERING_URL`. */
export const urlVariable = (name: string): string => `${name.toUpperCase()}_URL`;

/** The variables that say where all services listen. */
export const urlVariables = (urlOf: (name: ServiceName) => string): Record<string, string> =>
  Object.fromEntries(serviceNames.map((name) => [urlVariable(name), urlOf(name)]));
