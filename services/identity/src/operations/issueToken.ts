import type { Token } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';
import { answer } from '../oauth/reply.ts';

export const issueToken: Operations['issueToken'] = async ({ headers, body, authorizationServer }) =>
  answer<Token>(await authorizationServer.issueToken({ headers, body }));
