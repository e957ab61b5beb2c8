import type { EntitySchema } from '@mikro-orm/postgresql';
import type { ServiceOperations, CallableServices, RevocationPage, ServiceKeys } from '@partner-ordering/service-client';
import type { Clock, ConstraintDetails, Database, DatabaseUrl, MigrationList, Resource, Transaction } from '@partner-ordering/data';
import type * as jobs from '@partner-ordering/jobs';
import type { JobData } from '@partner-ordering/jobs';
import type { CloudEvent, Follows, Replayed, Republished, Transport } from '@partner-ordering/messaging';
import type { Tracing } from '@partner-ordering/tracing';
import type { ServiceName } from '@partner-ordering/kernel';
import type { JSONWebKeySet } from 'jose';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { AnyWebhookPayloads, PublishedState, WriteContext } from '@partner-ordering/writes';
import type { AccessLog, ServiceApi } from '@partner-ordering/http';
import type { IntegrityChecks, IntegrityBreach } from './integrity-checks.ts';

/** The configuration of an installation. Only `main.ts` reads the environment. */
export interface ServiceConfig {
  databaseUrl: DatabaseUrl;
  /** The files of certificates that its connections use, by what they are for. */
  certificates?: Readonly<Record<string, string>>;
  poolSize: number;
  /** Jobs that run at once; by default half of the pool, at most 5. */
  jobConcurrency?: number | undefined;
  transport: Transport;
  /** Public base URL, `iss` and `aud` of access tokens. */
  issuer: string;
  /** Base URLs of the instances of the services that this one asks: at least `identity`. */
  serviceUrls: Readonly<Record<string, readonly string[]>>;
  /** Its own key, by which the others know it, and their public ones. */
  serviceKeys: ServiceKeys;
  log: Logger;
  /** By default every request has an access line. */
  accessLog?: AccessLog;
  /** Shows the figures of the process in the metrics of this service. */
  showsProcess?: boolean;
  /** Undefined without traces. The caller closes it. */
  tracing?: Tracing | undefined;
  clock: Clock;
  validateResponses: boolean;
}

/** The effect of an event, see messaging's `Handler`. Its changes are published like those of an operation. */
export type EventHandler<Data = unknown> = (event: CloudEvent<Data>, tx: Transaction, context: WriteContext) => Promise<void>;

/** The effect of consecutive events of a batch with this handler, see messaging's `BatchHandler`. */
export interface EventBatchHandler<Data = unknown> {
  /** Whether to handle the event, by the event alone; never throws. Other events are neither handled nor entered in the inbox. */
  concerns?(event: CloudEvent<Data>): boolean;
  all(events: readonly CloudEvent<Data>[], tx: Transaction, context: WriteContext): Promise<void>;
}

// The payloads differ by event type. The services check them where the handlers are written.
// oxlint-disable-next-line typescript/no-explicit-any
export type EventHandlers<Events = Record<string, any>> = {
  [Type in keyof Events]?: EventHandler<Events[Type]> | EventBatchHandler<Events[Type]>;
};

/** The jobs of a service by name, see libs/jobs. Changes of an outcome are published like those of an operation. */
export type JobDefinitions<Jobs = JobData> = jobs.JobDefinitions<Jobs, WriteContext>;

/** The parts that the jobs of a service are made from. */
export interface JobParts<Services = object> {
  database: Database;
  /** The operations of other services. The calls of a run wait at most this long. */
  services: (timeoutMs: number) => Services;
  clock: () => Date;
  log: Logger;
}

/** A service: its document and its code. */
export interface ServiceDefinition<Operations, Resources, Name extends string = string> extends ServiceApi<Operations, Resources> {
  name: Name;
  document: object;
  /** Parents of nested paths that have no route of their own here. */
  parents?: Readonly<Record<string, Resource>>;
  entities: readonly EntitySchema[];
  migrations: MigrationList;
  states: readonly PublishedState[];
  /** The webhook payloads of its facts, by event type, read in the transaction that publishes them. */
  webhookPayloads?: AnyWebhookPayloads;
  /** The constant `follows` that is generated from its event document. */
  follows: Follows;
  /** The operations of other services that it may call, where no document says so. */
  callable?: ServiceOperations;
  /** By event type. A service checks them against its generated types with `satisfies EventHandlers<Followed>`. */
  handlers?: EventHandlers;
  /** Work after a commit and on a schedule, made once at the start. */
  jobs?(parts: JobParts<CallableServices<Name>>): JobDefinitions;
  /** Checked each night and by the command `check-integrity`. */
  integrityChecks?: IntegrityChecks;
  /** Raises numbers that must not repeat, after the database was restored from a backup. It may run again. */
  restored?: (tx: Transaction, now: Date) => Promise<void>;
  constraints?: ConstraintDetails;
  /** The time limit for a request to arrive, if that is more than a minute. */
  requestTimeoutMs?: number;
  /** The service's additions, made once. */
  extend?(parts: ExtensionParts): Extension;
}

export interface ExtensionParts {
  database: Database;
  /** See `Service.write`. */
  write: Service['write'];
  /** Call it after a transaction of your own that has added jobs. */
  wakeJobs: () => void;
  /** For metrics of its own. */
  registry: Registry;
}

/** A service's own additions. */
export interface Extension {
  /** The service's own part of every operation's context. */
  dependencies?: object;
  /** Only identity: it knows keys and revocations without asking. */
  authority?: { keys: () => Promise<JSONWebKeySet>; revocations: (after: number) => Promise<RevocationPage> };
  /** Reads metrics of its own for each scrape. While it rejects, they stay as they were. */
  measure?(): Promise<void>;
  /** Starts the service's own work, after the migrations and before the service listens. */
  start?(): Promise<void>;
  /** Ends waiting answers, since a stop waits for all answers. */
  drain?(): void;
  /** After the last answer. */
  stop?(): void | Promise<void>;
}

/** A running service. */
export interface Service {
  readonly name: string;
  readonly database: Database;
  migrate(): Promise<void>;
  /** Handles the rejected events once more. */
  replay(): Promise<Replayed>;
  /** The integrity checks that fail; none for a service without any. */
  checkIntegrity(): Promise<IntegrityBreach[]>;
  /** The metrics of the service, in the text format of Prometheus. */
  metrics(): Promise<string>;
  /** Retries the jobs that were given up, in the running instances. Returns their number. */
  retryJobs(): Promise<number>;
  /** After the transport lost messages: reads all topics from their beginning, and publishes all states and kept events again. */
  recover(): Promise<Republished>;
  /** After a restore: raises numbers that must not repeat, deletes elsewhere what was lost here, then does what `recover` does. */
  acceptRestore(): Promise<Republished>;
  /** A write without a request. Changed states are published as they are for operations. */
  write(work: (tx: Transaction, context: WriteContext) => Promise<void>): Promise<void>;
  /** Starts relay, jobs, consumers and polls, and listens; port 0 takes any free one. */
  start(address: { port: number; host: string }): Promise<{ port: number }>;
  /** Says "not ready", drains (see `IDLE_GRACE_MS`), lets the running jobs end for up to 10 s, then stops. */
  stop(graceMs?: number): Promise<void>;
}

/** The export `service` of every service's package. */
export interface ServiceModule {
  /** As the register names it. */
  readonly name: ServiceName;
  /** Creates the service. Throws a one-line Error that names a wrong variable of its own. */
  readonly create: (config: ServiceConfig, environment: NodeJS.ProcessEnv) => Promise<Service>;
  /** Fills an empty database with demo data; never in production. */
  readonly demo?: (service: Service, now: Date) => Promise<unknown>;
  /** Commands by the first argument of `main.ts`, for an up-to-date database. They return the text to print. */
  readonly commands?: Readonly<
    Record<string, (service: Service, args: readonly string[], now: Date, environment: NodeJS.ProcessEnv) => Promise<string>>
  >;
}
