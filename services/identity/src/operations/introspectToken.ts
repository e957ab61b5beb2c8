import type { Introspection } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';
import { answer } from '../oauth/reply.ts';

export const introspectToken: Operations['introspectToken'] = async ({ headers, body, authorizationServer }) =>
  answer<Introspection>(await authorizationServer.introspectToken({ headers, body }));
