export { withTimeLimit, callerDeadline, REQUEST_LIMIT_MS, deadlineIn, type Cause } from './cause.ts';
export { ATTEMPT_LIMIT_MS, serviceClient, type Ask } from './client.ts';
export { allServices, operationsFor, type CallableServices } from './callable-services.ts';
export { asFunctions, type ServiceOperation, type ServiceOperations } from './operation.ts';
export { keySetsIn, newKeyPair, privateKeyIn, publicKeyOf, publicKeysIn, type KeySets } from './key-pairs.ts';
export { keyTokens, type ServiceTokens } from './key-tokens.ts';
export { connectorWithTimeout, RenewingPool } from './renewing-pool.ts';
export { serviceKeys, type ServiceKeys } from './service-keys.ts';
export type * from '../generated/operations.ts';
