import type { IncomingHttpHeaders } from 'node:http';
import { acceptedType, badParameters, MAX_DETAILS, protocolErrors } from '@partner-ordering/http';
import type { ProtectedResourceMetadata, Root } from '../../generated/models.ts';
import type { GatewayOperationId } from '../../generated/routes.ts';
import { errorAnswer, invalidAnswer, type Answer } from '../exchange/answers.ts';
import type { Route } from '../exchange/exchange.ts';
import { refuseWithoutToken, type TokenCheck } from '../request/authentication.ts';
import { tagged } from './tagged.ts';

/** A call of one of the gateway's own operations, directly or as an action of a batch. */
export interface OwnCall {
  headers: IncomingHttpHeaders;
  path: string;
  query: string;
}

export type OwnOperation = (call: OwnCall) => Answer | Promise<Answer>;

/** Every operation that the documents give to the gateway but `runBatch`, which reads a body and calls the others. */
export type OwnOperations = Record<Exclude<GatewayOperationId, 'runBatch'>, OwnOperation>;

export interface OwnOperationsOptions {
  /** The bundle of all documents as JSON text. */
  document: string;
  /** The address of the API. */
  issuer: string;
  routes: readonly Pick<Route, 'scopes'>[];
  /** Searchable and orderable fields of every collection. */
  querySchema: unknown;
  tokens: TokenCheck;
  /** Browsers that ask for `/` are sent there. */
  isConsoleOn: boolean;
}

/** Stands for the issuer in the document (openapi/tools/served.ts). */
const ADDRESS = 'https://issuer.invalid';

/** A document with the address of this installation, which clients that are made from it call. */
export const withAddress = (document: string, issuer: string): string => document.replaceAll(ADDRESS, () => issuer);

const json = (value: unknown) =>
  tagged(Buffer.from(JSON.stringify(value)), { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' });

export function ownOperations({ document, issuer, routes, querySchema, tokens, isConsoleOn }: OwnOperationsOptions): OwnOperations {
  const parsed = JSON.parse(withAddress(document, issuer)) as { info: { version: string } };
  const name = 'Partner Ordering Service';
  const root = rootAnswers({
    name,
    say: 'Hello, what may we create for you?',
    version: parsed.info.version,
  });
  const openApi = json(parsed);
  const schema = json(querySchema);
  // At a path that would end with that of the API's address, if it had one (RFC 9728, section 3.1).
  const resource = json({
    resource: issuer,
    resource_name: name,
    resource_documentation: `${issuer}/docs/`,
    authorization_servers: [issuer],
    scopes_supported: [...new Set(routes.flatMap(({ scopes }) => scopes))].toSorted(),
    // Some operations refuse a token in the query.
    bearer_methods_supported: ['header'],
  } satisfies ProtectedResourceMetadata);
  return {
    getRoot: ({ headers, path, query }) => refuseParameters(query) ?? root(headers, isConsoleOn && path === '/'),
    getProtectedResourceMetadata: ({ headers, query }) => refuseParameters(query) ?? resource(headers),
    getOpenApi: ({ headers, query }) => refuseParameters(query) ?? openApi(headers),
    async getQuerySchema({ headers, query }) {
      const refused = await refuseWithoutToken(headers, query, tokens, false);
      return refused ?? refuseParameters(query) ?? schema(headers);
    },
  };
}

/** 400 for any query parameter but the token, the only one that the gateway's operations take. */
export function refuseParameters(query: string): Answer | null {
  const bad = badParameters(new URLSearchParams(query), new Set(['access_token']));
  return bad.length === 0 ? null : invalidAnswer(...bad.slice(0, MAX_DETAILS));
}

const offered = ['application/json', 'application/xml', 'text/xml'];
const PAGE = 'text/html';
const commonHeaders = { vary: 'Accept', 'cache-control': 'no-cache' };

/** The service root as JSON or XML; the console for a browser that likes pages better; 406 for other types (RFC 9110, section 12.5.1). */
function rootAnswers(info: Root): (headers: Pick<IncomingHttpHeaders, 'accept'>, leadsToConsole: boolean) => Answer {
  const json = JSON.stringify(info);
  const fields = Object.entries(info).map(([name, text]) => `<${name}>${escaped(String(text))}</${name}>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?><api>${fields.join('')}</api>`;
  return (requestHeaders, leadsToConsole) => {
    const type = acceptedType(requestHeaders, leadsToConsole ? [...offered, PAGE] : offered);
    if (type === undefined) return errorAnswer(protocolErrors.notAcceptable(offered));
    if (type === PAGE) return { status: 303, headers: { location: '/console/', ...commonHeaders }, body: null };
    const headers = { 'content-type': `${type}; charset=utf-8`, ...commonHeaders };
    return { status: 200, headers, body: type === 'application/json' ? json : xml };
  };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
