/**
 * Keys of the advisory locks that one database may know, by what they guard: two that are equal make strangers wait for each other.
 * `src/advisory-locks.unit.test.ts` finds every use; the source of a key that stands here alone is named.
 */
export const advisoryLocks = {
  /** A service's migrations (`connection/database.ts`). */
  migrations: 7_226_001,
  revocations: 7_226_101,
  signingKeys: 7_226_102,
  organizationTree: 7_226_103,
  /** Under which admins become fewer: two who remove each other would leave none. */
  admins: 7_226_105,
} as const;

/** First halves of keys whose second is a number or a hash. PostgreSQL keeps these apart from keys of one half. */
export const advisoryLockClasses = {
  /** Of an application, by the hash of its gid. Shared row locks would write the row of a busy one at every sign-in. */
  applications: 7_226,
  /** Of libs/messaging: 1 is the relay, 2 the tables of the log (`postgres/log-table.ts`). */
  messaging: 7_172_967,
} as const;

/** Seeds of `hashtextextended`, which makes a key of a text. Texts of one seed need different forms. */
export const advisoryLockSeeds = {
  /** `balance/<organization>`, `webhooks of <organization>`, and scopes of idempotency keys (libs/http's `safe-requests.ts`). */
  named: 0,
  /** `<type>/<key>` of a published state. */
  states: 1,
  /** A file's path, or `<group>/<topic>` of a consumer. */
  places: 2,
} as const;
