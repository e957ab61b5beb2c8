import type { Operations } from '../../../generated/operations.ts';

export const signInBrowser: Operations['signInBrowser'] = ({ headers, body, waiting, authorizationServer }) =>
  authorizationServer.signInBrowser({ headers, body, waiting });
