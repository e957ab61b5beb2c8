import type { Operations } from '../../generated/internal/operations.ts';

export const listRevocations: Operations['listRevocations'] = ({ query, authorizationServer, waiting }) => {
  waiting();
  return authorizationServer.revocationsAfter(query.after ?? 0);
};
