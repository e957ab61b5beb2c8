import { readConsole, readKeyRing, readVariables } from '@partner-ordering/service';
import { makeValidator } from 'envalid';

/** The variable of the keys that encrypt webhook secrets. */
export const ENCRYPTION_KEYS = 'WEBHOOK_SECRET_ENCRYPTION_KEYS';

/** Reads the keys. Throws an Error of one line that names the variable. */
export const readEncryptionKeys = (environment: NodeJS.ProcessEnv): (() => string) =>
  readKeyRing(environment, ENCRYPTION_KEYS, 'what encrypts the secrets of webhooks in the database');

const projectPage = makeValidator((text) => {
  const isPage = text.includes('{gid}') && /^https?:$/.test(URL.parse(text)?.protocol ?? '');
  if (text !== '' && !isPage) throw new Error('must be the https:// address of a page, with {gid} where the project is named');
  return text;
});

/**
 * Reads the page of a project for people whose organization has none of its own, with `{gid}`: by default that of the console; undefined
 * without one. Throws an Error of one line that names the variable.
 */
export function readProjectPage(environment: NodeJS.ProcessEnv, issuer: string): string | undefined {
  const { PROJECT_PAGE_URL: page } = readVariables(environment, { PROJECT_PAGE_URL: projectPage({ default: '' }) });
  const console = readConsole(environment, issuer);
  return page || (console && `${console}/orders/{gid}`);
}

const address = makeValidator((text) => {
  if (text !== '' && !/^[^\s<>@]+@[^\s<>@]+$/.test(text)) throw new Error('must be one address, such as: staff@example.com');
  return text;
});

/** Reads the address for what customers write; undefined for none. Throws an Error of one line that names the variable. */
export const readStaffMail = (environment: NodeJS.ProcessEnv): string | undefined =>
  readVariables(environment, { STAFF_MAIL: address({ default: '' }) }).STAFF_MAIL || undefined;

/** Text as `http://name:8099`; the host may be in capitals. */
const httpOrigin = makeValidator((text) => {
  const url = URL.parse(text);
  const isOrigin = url?.protocol === 'http:' && url.port !== '' && url.origin === text.toLowerCase();
  if (text !== '' && !isOrigin) throw new Error('must be an address as http://host:port, without a path');
  return isOrigin ? url.origin : '';
});

/**
 * Reads the origin that webhooks may have besides public https addresses, `http://host:port`, for `helm test`; undefined for none. Throws
 * an Error of one line that names the variable.
 */
export const readTestWebhookOrigin = (environment: NodeJS.ProcessEnv): string | undefined =>
  readVariables(environment, { TEST_WEBHOOK_ORIGIN: httpOrigin({ default: '' }) }).TEST_WEBHOOK_ORIGIN || undefined;
