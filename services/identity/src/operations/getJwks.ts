import { ok } from '@partner-ordering/http';
import type { JsonWebKeySet } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';

export const getJwks: Operations['getJwks'] = async ({ authorizationServer }) =>
  ok((await authorizationServer.jwks()) as JsonWebKeySet, { 'Cache-Control': 'public, max-age=300' });
