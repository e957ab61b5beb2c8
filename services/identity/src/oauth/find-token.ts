import { Unauthenticated } from '@partner-ordering/kernel';
import type { TokenClaims, TokenVerifier } from '@partner-ordering/auth';
import type { Database } from '@partner-ordering/data';
import { sha256 } from '../domain/application.ts';
import type { Application } from '../domain/application.ts';
import { RefreshToken, Session } from '../domain/session.ts';

/** A token that a client wants to revoke or introspect, with its session. */
export type FoundToken = { session: Session; access: TokenClaims } | { session: Session; refresh: RefreshToken };

/** Finds an access or refresh token of this application, without a hint. Undefined for any other text. */
export async function findToken(
  { database, verifier }: { database: Database; verifier: TokenVerifier },
  application: Application,
  text: string,
): Promise<FoundToken | undefined> {
  const em = database.orm.em.fork();
  const claims = text.includes('.') ? await claimsOrNothing(verifier, text) : undefined;
  const refresh = claims === undefined ? await em.findOne(RefreshToken, { hash: sha256(text) }) : null;
  const gid = claims?.session ?? refresh?.sessionGid;
  if (gid === undefined) return undefined;
  const session = await em.findOne(Session, { gid, applicationGid: application.gid });
  if (session === null) return undefined;
  return claims === undefined ? { session, refresh: refresh! } : { session, access: claims };
}

async function claimsOrNothing(verifier: TokenVerifier, text: string): Promise<TokenClaims | undefined> {
  try {
    return await verifier.verify(text);
  } catch (error) {
    if (error instanceof Unauthenticated) return undefined;
    throw error;
  }
}
