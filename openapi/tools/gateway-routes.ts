/** Writes the gateway's routing table and the answer of `GET /v1/schema/query` from the documents of all services. */
import { accessTo, type Document, inMatchingOrder, type Operation, operationsOf, resolve, routesOf } from '@partner-ordering/openapi';
import { literal } from './schema-types.ts';

/** What the gateway knows of the answers of an operation besides its access. */
function marksOf(document: Document, { responses, operationId, 'x-transaction': transaction }: Operation, method: string) {
  const success = responses['200'];
  const types = Object.keys((success && resolve(document, success).content) ?? {});
  return {
    ...(types.includes('text/event-stream') && { waits: true }),
    ...(method === 'get' && routesOf(document).get(operationId)!.hasEffect && { hasEffect: true }),
    ...(transaction === 'always' && { hasNoHead: true }),
    ...(types.some((type) => !/[/+](?:json|xml|html|event-stream)$/.test(type)) && { sendsFile: true }),
  };
}

/** Text of `services/gateway/generated/routes.ts`. */
export function gatewayRoutes(documents: Map<string, Document>): string {
  const operations = [...documents]
    .flatMap(([service, document]) => [...operationsOf(document)].map((place) => ({ service, document, ...place })))
    .filter(({ path }) => !path.startsWith('/internal/'))
    .sort(inMatchingOrder);
  const routes = operations.map(({ service, document, path, method, operation }) => {
    const { public: isPublic, scopes } = accessTo(document, operation);
    const { operationId } = operation;
    return literal({ method, path, service, operationId, public: isPublic, scopes, ...marksOf(document, operation, method) });
  });
  const collections = operations.flatMap(({ document, path, operation, parameters }) => {
    if (operation['x-searchable'] === undefined) return [];
    const names = parameters.map((parameter) => resolve(document, parameter).name);
    const fields = { searchable: operation['x-searchable'], orderable: operation['x-orderable'] ?? [], search: names.includes('search') };
    return [`${literal(path)}: ${literal(fields)}`];
  });
  const ownOperations = operations.filter(({ service }) => service === 'gateway').map(({ operation }) => literal(operation.operationId));
  return `// Generated from openapi/*.yaml by \`npm run generate\`. Do not edit.
import type { ServiceName } from '@partner-ordering/kernel';

/** The operations that the gateway answers itself. */
export type GatewayOperationId = ${ownOperations.join(' | ') || 'never'};

/** One operation of one service. \`scopes\` are alternatives; \`public\` needs no bearer token. */
export interface GatewayRoute {
  method: 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';
  path: string;
  service: 'gateway' | ServiceName;
  operationId: string;
  public: boolean;
  scopes: readonly string[];
  /** It may answer with server-sent events, or wait for one (\`wait\`). */
  waits?: true;
  /** A GET that changes something: it is never repeated. */
  hasEffect?: true;
  /** A GET that has no HEAD. */
  hasNoHead?: true;
  /** It answers with a file, which may take long. */
  sendsFile?: true;
}

/** All public operations; a literal segment stands before a parameter in the same place. */
export const routes: readonly GatewayRoute[] = [${routes.join(', ')}];

/** Fields of a collection for \`query\` and \`orderBy\`, and whether it takes \`search\`. */
export interface CollectionFields {
  searchable: readonly string[];
  orderable: readonly string[];
  search: boolean;
}

/** By path of the collection or its total_count. */
export const querySchema: Readonly<Record<string, CollectionFields>> = { ${collections.join(', ')} };
`;
}
