import { bool } from 'envalid';
import { readVariables } from './variables.ts';

/**
 * Whether addresses that clients chose may be called in private networks and without TLS: price sheets, webhooks. Throws an Error of one
 * line in production.
 */
export function readPrivateTargets(environment: NodeJS.ProcessEnv): boolean {
  const { ALLOW_PRIVATE_TARGETS } = readVariables(environment, { ALLOW_PRIVATE_TARGETS: bool({ default: false }) });
  if (ALLOW_PRIVATE_TARGETS && environment['NODE_ENV'] === 'production')
    throw new Error('ALLOW_PRIVATE_TARGETS is for development only: clients could reach your own network');
  return ALLOW_PRIVATE_TARGETS;
}
