import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Scope } from './application.ts';
import { newSecret, sha256 } from './secret.ts';

const LIFETIME_MS = 60_000;

export const AuthorizationCodeSchema = defineEntity({
  name: 'AuthorizationCode',
  tableName: 'authorization_code',
  properties: {
    /** SHA-256 of the code in hexadecimal. */
    hash: p.text().primary(),
    applicationGid: p.uuid(),
    userGid: p.uuid(),
    /** The exact URI of the authorization request, which the token request must repeat. */
    redirectUri: p.text(),
    scope: p.array<Scope>(),
    /** SHA-256 of the code verifier in base64url (RFC 7636, method S256). */
    codeChallenge: p.text(),
    /** The network of the person's sign-in; null if unknown. */
    network: p.text().strictNullable(),
    expiresAt: p.datetime(),
    /** The session that its use began; null until then. */
    sessionGid: p.uuid().strictNullable(),
  },
});

/** The permission of a person for one session of an application (RFC 6749, section 4.1). */
export class AuthorizationCode extends AuthorizationCodeSchema.class {
  /**
   * The code is the returned text, valid for a minute; the row holds only its hash. Persist it while `lockedAccount` has the password that
   * was compared: a change of the password ends the user's codes.
   */
  static issue(
    fields: Pick<AuthorizationCode, 'applicationGid' | 'userGid' | 'redirectUri' | 'codeChallenge' | 'network'> & {
      scope: readonly Scope[];
    },
    now: Date,
  ): { code: AuthorizationCode; text: string } {
    const text = newSecret();
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    const properties = { ...fields, scope: [...fields.scope], hash: sha256(text), expiresAt, sessionGid: null };
    return { code: Object.assign(new AuthorizationCode(), properties), text };
  }
}
AuthorizationCodeSchema.setClass(AuthorizationCode);
