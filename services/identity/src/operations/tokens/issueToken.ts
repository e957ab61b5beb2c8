import type { Operations } from '../../../generated/operations.ts';

export const issueToken: Operations['issueToken'] = ({ headers, body, waiting, authorizationServer }) =>
  authorizationServer.issueToken({ headers, body, waiting });
