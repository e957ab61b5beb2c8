import { commandOf, type ProcessCommand } from '@partner-ordering/service';
import { serviceNames, type ServiceName } from '@partner-ordering/kernel';
import { modules } from '../generated/modules.ts';

/** A command of one service: `dead ordering` is what `dead` is to ordering's own program. */
export interface ServiceCommand {
  service: ServiceName;
  command: ProcessCommand;
}

/** The command in the arguments; undefined without arguments. Throws a one-line Error that lists the commands. */
export function readCommand([name, serviceName, ...rest]: readonly string[], isProduction: boolean): ServiceCommand | undefined {
  if (name === undefined) return undefined;
  const service = serviceNames.find((known) => known === serviceName);
  if (!service) throw new Error(`the command needs the name of a service: ${serviceNames.join(', ')}`);
  return { service, command: commandOf([name, ...rest], modules[service], isProduction)! };
}
