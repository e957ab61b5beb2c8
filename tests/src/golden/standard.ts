import type { Operation, Schema } from '../document.ts';
import type { Call, Stage } from './recorder.ts';

const unknownGid = '019a0000-0000-7000-8000-00000000ffff';

/**
 * Records what every operation answers alike, as far as its document says that it can: tokens, scopes, unknown parameters and fields, wrong
 * types, unknown gids in the path, an old `If-Match`. `call` is one that would succeed. Nothing changes, unless the operation ignores
 * `If-Match`: that one comes last.
 */
export async function recordRefusals(stage: Stage, operationId: string, call: Call = {}): Promise<void> {
  const operation = stage.operation(operationId);
  const record = (title: string, changes: Call = {}) => stage.record(operationId, title, { ...call, ...changes });
  if (!operation.isPublic) await recordTokens(stage, operation, call);
  await record('for an unknown parameter', { query: { ...call.query, unknown: 1 } });
  if (operation.parameters.some(({ name }) => name === 'query')) await recordQueries(stage, operation, call);
  if (operation.body && !operation.isForm) await recordBodies(stage, operation, call);
  for (const { name, in: place } of operation.parameters)
    if (place === 'path' && operation.statuses.includes('404'))
      await record(`for an unknown ${name}`, { at: { ...call.at, [name]: unknownGid } });
  if (operation.statuses.includes('412'))
    await record('for an old If-Match', { headers: { ...call.headers, 'if-match': '"of another time"' } });
}

async function recordTokens(stage: Stage, { operationId, scopes }: Operation, call: Call): Promise<void> {
  const { as: _, ...anonymous } = call;
  await stage.record(operationId, '401 without a token', anonymous);
  await stage.record(operationId, '401 with a bad token', { ...anonymous, headers: { ...call.headers, authorization: 'Bearer made-up' } });
  const { user, uploader, viewer } = stage.people;
  const stranger = Object.entries({ upload_files: uploader, base: user, files: viewer }).find(([scope]) => !scopes.includes(scope))?.[1];
  if (scopes.length > 0 && stranger) await stage.record(operationId, '403 without the scope', { ...call, as: stranger });
}

async function recordQueries(stage: Stage, { operationId, parameters }: Operation, call: Call): Promise<void> {
  const refuse = (title: string, query: Record<string, unknown>) => stage.record(operationId, title, { ...call, query });
  await refuse('400 for a field that cannot be searched', { query: ['nothing', '==', 1] });
  await refuse('400 for a query that is no JSON', { query: '[' });
  if (parameters.some(({ name }) => name === 'limit'))
    await refuse('400 for a page that cannot be', { limit: 0, offset: -1, orderBy: 'nothing', sort: 'up' });
}

async function recordBodies(stage: Stage, { operationId, body: schema }: Operation, call: Call): Promise<void> {
  const refuse = (title: string, body: unknown) => stage.record(operationId, title, { ...call, body });
  const { required = [], additionalProperties = false } = schema as Schema & { required?: string[]; additionalProperties?: boolean };
  await refuse('400 for what is no JSON', '{');
  if (required.length > 0) await refuse('400 without the required fields', {});
  if (typeof call.body !== 'object' || Array.isArray(call.body)) return;
  if (!additionalProperties) await refuse('400 for an unknown field', { ...call.body, unknown: 1 });
  const wrong = Object.keys(stage.operations.propertiesOf(schema!)).map((name) => [name, [[]]]);
  await refuse('400 for fields of the wrong type', Object.fromEntries(wrong));
}
