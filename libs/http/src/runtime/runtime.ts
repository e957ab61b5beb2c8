import type { Principals, RevocationPoll, ServiceTokens, TokenVerifier } from '@partner-ordering/auth';
import type { Database, Resource } from '@partner-ordering/data';
import type { Relay } from '@partner-ordering/messaging';
import type { Logger } from 'pino';
import type { Ask } from '../neighbours/calls.ts';
import type { ApiDocument } from './document.ts';
import type { ConstraintDetails } from '../response/errors.ts';
import type { Metrics } from './metrics.ts';
import type { Owners } from '../neighbours/owners.ts';
import type { Publications } from '../writes/publications.ts';

/** What every request of one service runs on. */
export interface Runtime {
  /** Bare name: `ordering`. */
  readonly name: string;
  readonly document: ApiDocument;
  readonly database: Database;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly publications: Publications;
  readonly constraints: ConstraintDetails;
  readonly relay: Pick<Relay, 'wake'>;
  readonly owners: Owners;
  /** Asks other services; never inside a transaction. */
  readonly ask: Ask;
  readonly verifier: TokenVerifier;
  readonly revocations: RevocationPoll;
  readonly principals: Principals;
  readonly tokens: ServiceTokens;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly clock: () => Date;
  /** Checks answers against the document: tests and development. */
  readonly validateResponses: boolean;
  /** The service's own additions to every operation's context. */
  readonly dependencies: object;
}
