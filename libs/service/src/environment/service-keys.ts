import { privateKeyIn, publicKeysIn, serviceKeys, type ServiceKeys } from '@partner-ordering/service-client';
import { makeValidator } from 'envalid';
import { variableReader } from './variables.ts';

/** Opens the keys; `onError` gets the error of changed ones that cannot be used. */
export type OpenServiceKeys = (onError: (error: unknown) => void) => ServiceKeys;

/** The variables of a service's keys; each may come from a file. */
export const serviceKeyNames = ['SERVICE_KEY', 'SERVICE_PUBLIC_KEYS'] as const;

const privateKey = makeValidator((text) => (privateKeyIn(text), text));
const publicKeys = makeValidator((text) => (publicKeysIn(text), text));

export const serviceKeyVariables = {
  SERVICE_KEY: privateKey({ desc: "the service's private key" }),
  SERVICE_PUBLIC_KEYS: publicKeys({ desc: 'the public keys of all services' }),
};

/** The keys of a service by checked variables, read again when their files change. Throws a one-line Error when they do not match. */
export function readServiceKeys(service: string, environment: NodeJS.ProcessEnv): OpenServiceKeys {
  const [privateKey, publicKeys] = [variableReader(environment, 'SERVICE_KEY'), variableReader(environment, 'SERVICE_PUBLIC_KEYS')];
  const options = { service, privateKey, publicKeys };
  serviceKeys(options);
  return (onError) => serviceKeys({ ...options, onError });
}
