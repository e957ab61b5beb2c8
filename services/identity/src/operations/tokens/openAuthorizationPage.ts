import { stringify } from 'node:querystring';
import type { Operations } from '../../../generated/operations.ts';

export const openAuthorizationPage: Operations['openAuthorizationPage'] = ({ headers, query, authorizationServer }) =>
  authorizationServer.openAuthorizationPage({ headers, body: new URLSearchParams(stringify(query)) });
