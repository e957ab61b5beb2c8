import type { Principals, RevocationPoll, TokenVerifier } from '@partner-ordering/auth';
import type { Resource } from '@partner-ordering/data';
import type { Logger } from 'pino';
import type { ServiceTokens } from '@partner-ordering/service-client';
import type { Tracing } from '@partner-ordering/tracing';
import type { WriteRuntime } from '@partner-ordering/writes';
import type { Document } from '@partner-ordering/openapi';
import type { AccessLog } from '../observation/service-log.ts';
import type { Calls } from '../service-calls/calls.ts';
import type { Metrics } from '../observation/metrics.ts';
import type { Owners } from '../service-calls/owners.ts';

/** The parts of a running service that its requests need. */
export interface Runtime extends WriteRuntime, Calls {
  readonly document: Document;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly owners: Owners;
  readonly verifier: TokenVerifier;
  readonly revocations: RevocationPoll;
  readonly principals: Principals;
  readonly tokens: ServiceTokens;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  /** Whether the database was restored and not accepted, so that nothing may be written. */
  readonly isHeld: () => boolean;
  readonly log: Logger;
  readonly accessLog: AccessLog;
  readonly clock: () => Date;
  /** Checks answers against the document: tests and development. */
  readonly validateResponses: boolean;
  /** The service's own additions to every operation's context. */
  readonly dependencies: object;
}
