import type { Operations } from '../../../generated/operations.ts';

export const authorizeApplication: Operations['authorizeApplication'] = ({ headers, body, authorizationServer }) =>
  authorizationServer.authorizeApplication({ headers, body });
