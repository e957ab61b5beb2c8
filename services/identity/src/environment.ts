import { readVariables } from '@partner-ordering/service';
import { makeValidator } from 'envalid';

/** The addresses that links in mails lead to; the token stands behind `#token=`. */
export interface MailPages {
  /** Where a password is chosen. */
  password: string;
  /** Where an invitation is accepted; `&code=` stands behind its token. */
  invitation: string;
  /** Where an email address is confirmed. */
  email: string;
  /** Where a former email address is restored. */
  restore: string;
}

const page = makeValidator((text) => {
  const { protocol = '', hash = '' } = URL.parse(text) ?? {};
  if (!/^https?:$/.test(protocol) || hash !== '') throw new Error('must be the https:// address of a page, without #');
  return text;
});

/** Reads the pages' addresses, by default the gateway's. Throws an Error of one line that names each wrong one. */
export function readMailPages(environment: NodeJS.ProcessEnv, issuer: string): MailPages {
  const env = readVariables(environment, {
    PASSWORD_PAGE_URL: page({ default: `${issuer}/account/password` }),
    INVITATION_PAGE_URL: page({ default: `${issuer}/account/invitation` }),
    EMAIL_PAGE_URL: page({ default: `${issuer}/account/email` }),
    RESTORE_PAGE_URL: page({ default: `${issuer}/account/restore` }),
  });
  const { PASSWORD_PAGE_URL: password, INVITATION_PAGE_URL: invitation, EMAIL_PAGE_URL: email, RESTORE_PAGE_URL: restore } = env;
  return { password, invitation, email, restore };
}
