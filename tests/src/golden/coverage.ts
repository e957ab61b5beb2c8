import type { Operation } from '../document.ts';

/** A documented status that no exchange of the corpus can have, and why. */
export interface Unprovoked {
  status: string;
  /** All by default. */
  operations?: readonly string[];
  reason: string;
}

/**
 * Shared responses of the document. Refusals that have one of them are alike for all operations, and tests/src/operations tests them.
 * A status that an operation describes by another response must be recorded.
 */
const common: ReadonlySet<string> = new Set(['BadRequest', 'Unauthorized', 'Forbidden', 'NotFound', 'PreconditionFailed']);

/** Kept short: whatever can be provoked through the public API of a running system is recorded. */
const unprovoked: readonly Unprovoked[] = [
  { status: 'default', reason: 'stands for faults (500, 503, 504), which a running system does not have' },
  { status: '429', reason: 'comes after a number of requests within a minute: slow, and by the clock' },
  {
    status: '409',
    reason: 'needs a request with the same Idempotency-Key that is still running: chance decides; see the tests of libs/http',
  },
  {
    status: '413',
    operations: ['uploadFile', 'getProjectArchive'],
    reason: 'takes a file of a gigabyte, or a quota that is full; see the tests of files',
  },
  {
    status: '204',
    operations: ['receivePaymentEvent'],
    reason: 'takes an account at a payment provider, which signs the event; see the tests of billing',
  },
  { status: '200', operations: ['setUpPaymentSource'], reason: 'takes an account at a payment provider; see the tests of billing' },
  { status: '400', operations: ['openSignOutPage'], reason: 'reads nothing but the language' },
];

/** The answer of a PUT to `Prefer`, which the document has in words, and requests of others among those of the whole API. */
const undocumented: ReadonlySet<string> = new Set(['updateCategory 200', 'getQuerySchema 201']);

/**
 * An operation's documented statuses that are missing without a reason, statuses that have a reason though they were recorded, and recorded
 * successes that the document lacks.
 */
export function coverageFaults(operations: readonly Operation[], recorded: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const faults = operations.flatMap(({ operationId, statuses, shared }) =>
    statuses
      .filter((status) => !common.has(shared[status] ?? ''))
      // Every service's read with an entity tag has it, from one place: libs/http/src/response/conditional.test.ts.
      .filter((status) => status !== '304' || ['getOpenApi', 'getQuerySchema'].includes(operationId))
      .filter((status) => !recorded.get(operationId)?.has(status) && !unprovoked.some((entry) => isExcused(entry, operationId, status)))
      .map((status) => `${operationId}: ${status} is documented but not recorded`),
  );
  for (const { operationId, statuses } of operations) {
    const successes = [...(recorded.get(operationId) ?? [])].filter((status) => status < '4');
    const unknown = successes.filter((status) => !statuses.includes(status) && !undocumented.has(`${operationId} ${status}`));
    faults.push(...unknown.map((status) => `${operationId}: ${status} is recorded but not documented`));
  }
  for (const entry of unprovoked) {
    const documenting = operations.filter(({ statuses }) => statuses.includes(entry.status));
    const operationIds = entry.operations ?? documenting.map(({ operationId }) => operationId);
    for (const operationId of operationIds) {
      if (recorded.get(operationId)?.has(entry.status))
        faults.push(`${operationId}: ${entry.status} is recorded, though coverage.ts says why it cannot be: ${entry.reason}`);
      if (!documenting.some((one) => one.operationId === operationId))
        faults.push(`${operationId}: ${entry.status} is excused but not documented`);
    }
  }
  return faults;
}

const isExcused = (entry: Unprovoked, operationId: string, status: string): boolean =>
  entry.status === status && (entry.operations === undefined || entry.operations.includes(operationId));
