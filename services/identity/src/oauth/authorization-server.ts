import { setTimeout as delay } from 'node:timers/promises';
import { tokenVerifier } from '@partner-ordering/auth';
import type { TokenVerifier } from '@partner-ordering/auth';
import type { Database } from '@partner-ordering/data';
import type { RowCipher } from '@partner-ordering/http';
import type { JSONWebKeySet } from 'jose';
import type { RevocationPage } from '../../generated/internal/models.ts';
import { warmPasswords } from '../domain/password.ts';
import { revocationsAfter } from '../domain/revocation.ts';
import { SignInLimits } from '../domain/sign-in-limits.ts';
import { confirmPassword, type PasswordConfirmation } from './confirm-password.ts';
import type { OAuthRequest } from './form.ts';
import { introspectToken } from './introspect.ts';
import { keyring } from './keyring.ts';
import { authorizationServerMetadata } from './metadata.ts';
import type { OAuthReply } from './refusal.ts';
import { revokeToken } from './revoke.ts';
import type { SignInOptions } from './sign-in.ts';
import { issueToken } from './token.ts';

export interface AuthorizationServerOptions {
  database: Database;
  /** Keeps the private signing keys secret in the database. */
  cipher: RowCipher;
  /** Public base address, the `iss` of every token. */
  issuer: string;
  /** The `aud` of every token. */
  audience: string;
  clock: () => Date;
  /** How sign-ins are delayed; tests move the clock instead. */
  sleep?: SignInOptions['sleep'];
}

/** The OAuth 2.0 part of identity. Used by its operations, by `/internal/revocations` and by the check of its own tokens. */
export interface AuthorizationServer {
  issueToken(request: OAuthRequest): Promise<OAuthReply>;
  revokeToken(request: OAuthRequest): Promise<OAuthReply>;
  introspectToken(request: OAuthRequest): Promise<OAuthReply>;
  /** See `confirmPassword`. */
  confirmPassword(confirmation: PasswordConfirmation): Promise<string | undefined>;
  jwks(): Promise<JSONWebKeySet>;
  metadata(): ReturnType<typeof authorizationServerMetadata>;
  revocationsAfter(after: number): Promise<RevocationPage>;
  /** Checks access tokens without asking ourselves over HTTP. */
  readonly verifier: TokenVerifier;
  /** Call it after the migrations. It makes the first signing key. If that fails, the first token makes it. */
  start(): Promise<void>;
}

export function authorizationServer(options: AuthorizationServerOptions): AuthorizationServer {
  const { database, cipher, issuer, audience, clock, sleep = delay } = options;
  const keys = keyring({ database, cipher, issuer, audience, clock });
  const verifier = tokenVerifier({ keys: keys.jwks, issuer, audience, clock });
  const signingIn = { limits: new SignInLimits(database), sleep };
  const endpoint = { database, keyring: keys, verifier, clock, ...signingIn };

  return {
    issueToken: (request) => issueToken(endpoint, request),
    revokeToken: (request) => revokeToken(endpoint, request),
    introspectToken: (request) => introspectToken(endpoint, request),
    confirmPassword: (confirmation) => confirmPassword(endpoint, confirmation),
    jwks: keys.jwks,
    metadata: () => authorizationServerMetadata(issuer),
    revocationsAfter: (after) => revocationsAfter(database, after, clock()),
    verifier,
    start: async () => void (await Promise.all([keys.reload(), warmPasswords()])),
  };
}
