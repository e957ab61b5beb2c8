import type { ServiceName } from '@partner-ordering/kernel';
import type { Service, ServiceConfig } from './service-definition.ts';

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
