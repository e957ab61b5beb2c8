import { bool } from 'envalid';
import { readVariables } from '@partner-ordering/http';

/** Whether price sheets may be fetched from private networks and without TLS. Throws an Error of one line in production. */
export function readPrivateTargets(environment: NodeJS.ProcessEnv): boolean {
  const { ALLOW_PRIVATE_TARGETS } = readVariables(environment, { ALLOW_PRIVATE_TARGETS: bool({ default: false }) });
  if (ALLOW_PRIVATE_TARGETS && environment['NODE_ENV'] === 'production')
    throw new Error('ALLOW_PRIVATE_TARGETS is for development only: clients could reach your own network');
  return ALLOW_PRIVATE_TARGETS;
}
