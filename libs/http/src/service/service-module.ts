import type { ServiceName } from '@partner-ordering/kernel';
import type { Service, ServiceConfig } from './service-definition.ts';

/** What the package of every service exports as `service`: all that whoever runs it has to know. */
export interface ServiceModule {
  /** As the register names it. */
  readonly name: ServiceName;
  /**
   * The composition root. The service's own configuration comes from its own variables; throws an Error of one line that names a wrong one.
   */
  readonly create: (config: ServiceConfig, environment: NodeJS.ProcessEnv) => Promise<Service>;
  /** Fills an empty database with demo data and leaves another as it is; never in production. */
  readonly demo?: (service: Service, now: Date) => Promise<unknown>;
  /** By the first argument of `main.ts`, on a database that is up to date; takes the other arguments and answers what to print. */
  readonly commands?: Readonly<
    Record<string, (service: Service, args: readonly string[], now: Date, environment: NodeJS.ProcessEnv) => Promise<string>>
  >;
}
