import { checkServerIdentity } from 'node:tls';
import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';

const tlsParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'];
const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'];

/**
 * Options of pg for `postgres://user:password@host:port/database?sslmode=…`, with the parameters of libpq (PostgreSQL, *libpq: SSL
 * Support*) and, without `sslrootcert`, Node's authorities. Throws for others, in one line that shows only names of parameters and files.
 */
export function connectionOptions(url: string): ClientConfig {
  const { protocol, searchParams } = URL.parse(url) ?? {};
  if (!searchParams || !/^postgres(ql)?:$/.test(protocol ?? '')) throw new Error('must be postgres://user:password@host:port/database');
  const unknown = [...searchParams.keys()].find((name) => !tlsParameters.includes(name));
  if (unknown !== undefined) throw new Error(`parameter ${unknown} is not supported, only ${tlsParameters.join(', ')}`);
  const mode = searchParams.get('sslmode');
  if (mode !== null && !tlsModes.includes(mode)) throw new Error(`sslmode must be ${tlsModes.join(', ')}`);
  const options = toClientConfig(parse(url, { useLibpqCompat: true }));
  const { ssl, host } = options;
  // Node would compare the names of the certificate with `localhost` where the host is an IP address.
  if (typeof ssl === 'object' && host !== undefined && ssl.rejectUnauthorized !== false)
    ssl.checkServerIdentity ??= (_, certificate) => checkServerIdentity(host, certificate);
  return options;
}

/** The address of a database; a function is asked again for each connection. */
export type DatabaseUrl = string | (() => string);

/** `connectionOptions` as the address and its files are at each call; while they are unusable, which `warn` gets to know, as they were. */
export function currentOptions(url: DatabaseUrl, warn: (message: string) => void = () => undefined): () => ClientConfig {
  const read = (): ClientConfig => connectionOptions(typeof url === 'string' ? url : url());
  let options = read();
  return () => {
    try {
      options = read();
    } catch (error) {
      warn(`The address of the database was not taken over: ${(error as Error).message}`);
    }
    return options;
  };
}

/** The URL with `sslmode=verify-full`, unless it has an `sslmode`. */
export function verifyingServer(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has('sslmode')) parsed.searchParams.append('sslmode', 'verify-full');
  return parsed.href;
}
