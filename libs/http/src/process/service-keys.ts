import { privateKeyIn, publicKeysIn, serviceKeys, type ServiceKeys } from '@partner-ordering/neighbours';
import { makeValidator, type CleanedEnv } from 'envalid';
import { secret, textOf } from './variables.ts';

/** Opens the keys; `onError` is told of changed ones that cannot be used. */
export type OpenServiceKeys = (onError: (error: unknown) => void) => ServiceKeys;

export const SECRET_IS_ACCEPTED = 'SERVICE_SECRET is still accepted: remove it as soon as no instance of the release before runs';

/** The variables of a service's keys; each may come from a file. */
export const serviceKeyNames = ['SERVICE_KEY', 'SERVICE_PUBLIC_KEYS', 'SERVICE_SECRET'] as const;

const privateKey = makeValidator((text) => (privateKeyIn(text), text));
const publicKeys = makeValidator((text) => (publicKeysIn(text), text));

/** `SERVICE_SECRET` is that of the release before. */
export const serviceKeyVariables = {
  SERVICE_KEY: privateKey({ desc: "the service's private key" }),
  SERVICE_PUBLIC_KEYS: publicKeys({ desc: 'the public keys of all services' }),
  SERVICE_SECRET: secret({ default: '' }),
};

/**
 * The keys of the service with this name, as the checked variables have them. Those of files are read anew when they change. Throws an
 * Error of one line when they do not belong together.
 */
export function readServiceKeys(
  service: string,
  environment: NodeJS.ProcessEnv,
  env: CleanedEnv<typeof serviceKeyVariables>,
): OpenServiceKeys {
  const options = {
    service,
    privateKey: textOf(environment, 'SERVICE_KEY'),
    publicKeys: textOf(environment, 'SERVICE_PUBLIC_KEYS'),
    sharedSecret: env.SERVICE_SECRET === '' ? undefined : env.SERVICE_SECRET,
  };
  serviceKeys(options);
  return (onError) => serviceKeys({ ...options, onError });
}
