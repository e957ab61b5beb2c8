import { Unauthenticated } from '@partner-ordering/kernel';
import type { TokenClaims, TokenVerifier } from '@partner-ordering/auth';
import type { Database } from '@partner-ordering/data';
import type { Application } from '../domain/application.ts';
import { sha256 } from '../domain/secret.ts';
import { RefreshToken, Session } from '../domain/session.ts';

/** A token to revoke or to introspect, with its session. */
export type FoundToken = { session: Session; access: TokenClaims } | { session: Session; refresh: RefreshToken };

/** Finds an access or refresh token of this application, without a hint. Undefined for any other text. */
export async function findToken(
  { database, verifier }: { database: Database; verifier: TokenVerifier },
  application: Application,
  text: string,
): Promise<FoundToken | undefined> {
  const em = database.orm.em.fork();
  const claims = text.includes('.') ? await verifier.verify(text).catch(ignoreInvalidToken) : undefined;
  const refresh = claims === undefined ? await em.findOne(RefreshToken, { hash: sha256(text) }) : null;
  const gid = claims?.session ?? refresh?.sessionGid;
  if (gid === undefined) return undefined;
  const session = await em.findOne(Session, { gid, applicationGid: application.gid });
  if (session === null) return undefined;
  return claims === undefined ? { session, refresh: refresh! } : { session, access: claims };
}

function ignoreInvalidToken(error: unknown): undefined {
  if (!(error instanceof Unauthenticated)) throw error;
}
