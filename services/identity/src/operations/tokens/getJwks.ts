import { ok } from '@partner-ordering/http';
import type { JsonWebKey } from '../../../generated/models.ts';
import type { Operations } from '../../../generated/operations.ts';

export const getJwks: Operations['getJwks'] = async ({ authorizationServer }) => {
  const { keys } = await authorizationServer.jwks();
  return ok({ keys: keys.map((key) => published(key as JsonWebKey)) }, { 'Cache-Control': 'public, max-age=300' });
};

/** Stored as jsonb, a key has its fields in another order than the document. */
const published = ({ kty, use, alg, kid, n, e }: JsonWebKey): JsonWebKey => ({ kty, use, alg, kid, n, e });
