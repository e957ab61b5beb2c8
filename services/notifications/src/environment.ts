import { readKeyRing, readVariables } from '@partner-ordering/http';
import { makeValidator } from 'envalid';

/** The variable with what encrypts the secrets of webhooks. */
export const ENCRYPTION_KEYS = 'WEBHOOK_SECRET_ENCRYPTION_KEYS';

/** Reads what encrypts the secrets of webhooks. Throws an Error of one line that names the variable. */
export const readEncryptionKeys = (environment: NodeJS.ProcessEnv): (() => string) =>
  readKeyRing(environment, ENCRYPTION_KEYS, 'what encrypts the secrets of webhooks in the database');

const projectPage = makeValidator((text) => {
  const isPage = text.includes('{gid}') && /^https?:$/.test(URL.parse(text)?.protocol ?? '');
  if (text !== '' && !isPage) throw new Error('must be the https:// address of a page, with {gid} where the project is named');
  return text;
});

/**
 * Reads where mails about a project lead: an address in which the project's gid takes the place of `{gid}`; undefined where mails have no
 * link. Throws an Error of one line that names the variable.
 */
export function readProjectPage(environment: NodeJS.ProcessEnv): string | undefined {
  const { PROJECT_PAGE_URL } = readVariables(environment, { PROJECT_PAGE_URL: projectPage({ default: '' }) });
  return PROJECT_PAGE_URL === '' ? undefined : PROJECT_PAGE_URL;
}

/** Text as `http://name:8099`; the host may be in capitals. */
const httpOrigin = makeValidator((text) => {
  const url = URL.parse(text);
  const isOrigin = url?.protocol === 'http:' && url.port !== '' && url.origin === text.toLowerCase();
  if (text !== '' && !isOrigin) throw new Error('must be an address as http://host:port, without a path');
  return isOrigin ? url.origin : '';
});

/**
 * Reads the one origin that webhooks may have besides public https addresses, `http://host:port`, for `helm test`; undefined where there is
 * none. Throws an Error of one line that names the variable.
 */
export function readTestWebhookOrigin(environment: NodeJS.ProcessEnv): string | undefined {
  const { TEST_WEBHOOK_ORIGIN } = readVariables(environment, { TEST_WEBHOOK_ORIGIN: httpOrigin({ default: '' }) });
  return TEST_WEBHOOK_ORIGIN === '' ? undefined : TEST_WEBHOOK_ORIGIN;
}
