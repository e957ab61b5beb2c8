import type { Detail } from '@partner-ordering/kernel';

/** The detail for a broken constraint, by its name, or `retry` to run the transaction again with another random code. */
export type ConstraintDetails = Readonly<Record<string, Detail | 'retry'>>;

/** Name of the broken constraint, from the PostgreSQL error that MikroORM has wrapped. */
export function constraintOf(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('constraint' in error && typeof error.constraint === 'string') return error.constraint;
  }
  return undefined;
}
