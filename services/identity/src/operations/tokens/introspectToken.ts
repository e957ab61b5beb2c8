import type { Operations } from '../../../generated/operations.ts';

export const introspectToken: Operations['introspectToken'] = ({ headers, body, authorizationServer }) =>
  authorizationServer.introspectToken({ headers, body });
