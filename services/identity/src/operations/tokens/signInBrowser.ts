import type { Operations } from '../../../generated/operations.ts';

export const signInBrowser: Operations['signInBrowser'] = ({ headers, body, authorizationServer }) =>
  authorizationServer.signInBrowser({ headers, body });
