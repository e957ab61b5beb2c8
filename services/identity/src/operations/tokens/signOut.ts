import type { Operations } from '../../../generated/operations.ts';

export const signOut: Operations['signOut'] = ({ headers, body, authorizationServer }) => authorizationServer.signOut({ headers, body });
