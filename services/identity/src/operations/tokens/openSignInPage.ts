import { stringify } from 'node:querystring';
import type { Operations } from '../../../generated/operations.ts';

export const openSignInPage: Operations['openSignInPage'] = ({ headers, query, authorizationServer }) =>
  authorizationServer.openSignInPage({ headers, body: new URLSearchParams(stringify(query)) });
