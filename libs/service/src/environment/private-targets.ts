import { bool } from 'envalid';
import { readVariables } from './variables.ts';

/** Whether webhooks and price sheets may use private networks and plain HTTP. Throws a one-line Error in production. */
export function readPrivateTargets(environment: NodeJS.ProcessEnv): boolean {
  const { ALLOW_PRIVATE_TARGETS } = readVariables(environment, { ALLOW_PRIVATE_TARGETS: bool({ default: false }) });
  if (ALLOW_PRIVATE_TARGETS && environment['NODE_ENV'] === 'production')
    throw new Error('ALLOW_PRIVATE_TARGETS is for development only: clients could reach your own network');
  return ALLOW_PRIVATE_TARGETS;
}
