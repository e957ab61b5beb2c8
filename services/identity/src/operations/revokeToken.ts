import type { Operations } from '../../generated/operations.ts';
import { answer } from '../oauth/reply.ts';

export const revokeToken: Operations['revokeToken'] = async ({ headers, body, authorizationServer }) =>
  answer(await authorizationServer.revokeToken({ headers, body }));
