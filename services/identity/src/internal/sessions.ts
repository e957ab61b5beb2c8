import type { Operations } from '../../generated/internal/operations.ts';

export const listRevocations: Operations['listRevocations'] = ({ query, authorizationServer }) =>
  authorizationServer.revocationsAfter(query.after ?? 0);

export const issueBrowserToken: Operations['issueBrowserToken'] = ({ body, authorizationServer }) =>
  authorizationServer.issueBrowserToken(body.secret);
