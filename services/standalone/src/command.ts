import { serviceNames, type ServiceName } from '@partner-ordering/kernel';

/** `republish <service> [--dry-run]` */
export interface RepublishCommand {
  service: ServiceName;
  isDryRun: boolean;
}

/** The command that the arguments name; undefined without arguments. Throws an Error of one line that says what there is. */
export function readCommand([name, given, ...rest]: readonly string[]): RepublishCommand | undefined {
  if (name === undefined) return undefined;
  const service = serviceNames.find((known) => known === given);
  const isKnown = name === 'republish' && (rest.length === 0 || (rest.length === 1 && rest[0] === '--dry-run'));
  if (!isKnown || !service) throw new Error(`there is \`republish <service> [--dry-run]\`; services are ${serviceNames.join(', ')}`);
  return { service, isDryRun: rest.length === 1 };
}
