import { ok } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';

export const getAuthorizationServerMetadata: Operations['getAuthorizationServerMetadata'] = async ({ authorizationServer }) =>
  ok(authorizationServer.metadata(), { 'Cache-Control': 'public, max-age=3600' });
