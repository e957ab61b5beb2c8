import { readConsole, readVariables } from '@partner-ordering/service';
import { makeValidator } from 'envalid';

/** Addresses of links in mails; the token stands behind `#token=`. */
export interface MailPages {
  /** The page for a new password. */
  password: string;
  /** The page for an invitation; `&code=` stands behind its token. */
  invitation: string;
  /** The page that confirms an email address. */
  email: string;
  /** The page where people end the access of applications; undefined without our console. */
  profile?: string | undefined;
  /** The page that restores a former email address. */
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
  const console = readConsole(environment, issuer);
  return { password, invitation, email, restore, profile: console && `${console}/profile` };
}
