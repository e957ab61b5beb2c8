import type { Operations } from '../../../generated/operations.ts';

export const revokeToken: Operations['revokeToken'] = ({ headers, body, authorizationServer }) =>
  authorizationServer.revokeToken({ headers, body });
