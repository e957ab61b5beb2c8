import type { Operations } from '../../../generated/operations.ts';

export const openSignOutPage: Operations['openSignOutPage'] = ({ headers, authorizationServer }) =>
  authorizationServer.openSignOutPage({ headers, body: undefined });
