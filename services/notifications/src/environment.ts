import { readKeyRing, readVariables } from '@partner-ordering/service';
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

/** Reads the link in mails about a project, with `{gid}`; undefined for no link. Throws an Error of one line that names the variable. */
export const readProjectPage = (environment: NodeJS.ProcessEnv): string | undefined =>
  readVariables(environment, { PROJECT_PAGE_URL: projectPage({ default: '' }) }).PROJECT_PAGE_URL || undefined;

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
