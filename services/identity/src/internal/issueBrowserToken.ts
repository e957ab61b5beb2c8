import type { Operations } from '../../generated/internal/operations.ts';

export const issueBrowserToken: Operations['issueBrowserToken'] = ({ body, authorizationServer }) =>
  authorizationServer.issueBrowserToken(body.secret);
