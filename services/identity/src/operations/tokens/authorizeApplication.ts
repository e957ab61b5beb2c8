import type { Operations } from '../../../generated/operations.ts';

export const authorizeApplication: Operations['authorizeApplication'] = ({ headers, body, waiting, authorizationServer }) =>
  authorizationServer.authorizeApplication({ headers, body, waiting });
