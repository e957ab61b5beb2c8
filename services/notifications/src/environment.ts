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
