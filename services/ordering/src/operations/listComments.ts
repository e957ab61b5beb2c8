import { forbidden, PossiblyStale } from '@partner-ordering/kernel';
import { type CollectionParameters, readList, type Resource } from '@partner-ordering/data';
import { JsonPage, ok } from '@partner-ordering/http';
import document from '../../generated/openapi.json' with { type: 'json' };
import type { Operations } from '../../generated/operations.ts';
import type { Tools } from '../context.ts';
import { canonicalUri } from '../domain/conversation/comment.ts';
import { comments, commentsOn } from '../resources/comments.ts';
import { isOwn, seenElsewhere } from '../domain/conversation/seen-elsewhere.ts';

const { 'x-searchable': searchable, 'x-orderable': orderable } = document.paths['/v1/comments'].get;
const collection = { searchable, orderable, fields: Object.keys(comments.fields) };

export const listComments: Operations['listComments'] = async (context) => {
  const { query, principal, database } = context;
  const asked = canonical(parsed(query.query));
  if (!principal.isAdmin && !namesUri(asked))
    throw new PossiblyStale([{ type: 'principal', key: principal.user }], forbidden('see this', 'comment'));
  const parameters = { ...query, ...(asked === undefined ? {} : { query: JSON.stringify(asked) }) } as CollectionParameters;
  const seen = principal.isAdmin ? [] : await seenOf(context, urisIn(asked));
  return ok(new JsonPage(await readList(database, commentsOn(seen) as Resource, { collection, parameters, principal })));
};

/** Those of the uris that the caller sees and whose project does not tell so. */
async function seenOf({ principal, neighbours, sees }: Tools, uris: readonly string[]): Promise<string[]> {
  const [here, elsewhere] = [uris.filter(isOwn), uris.filter((uri) => !isOwn(uri))];
  const found = await seenElsewhere(neighbours, principal.user, elsewhere);
  const seen = await Promise.all(here.map(async (uri) => ({ uri, ...(await sees(uri)) })));
  return [...seen.filter(({ visible }) => visible).map(({ uri }) => uri), ...elsewhere.filter((uri) => found.get(uri)?.visible)];
}

/** Nothing that can be commented on has a longer uri. */
const LONGEST_URI = 1_028;

/** Every uri that a query names. */
function urisIn(json: unknown): string[] {
  if (!Array.isArray(json)) return [];
  if (!isTriple(json)) return [...new Set(json.flatMap(urisIn))];
  const [field, operator, value] = json;
  const named = field === 'uri' && (operator === '==' || operator === 'in') ? [value].flat() : [];
  return named.filter((uri): uri is string => typeof uri === 'string' && uri.length <= LONGEST_URI);
}

/** The query as JSON. Text that is not JSON stays as it is and is refused when the list is read. */
function parsed(query: string | undefined): unknown {
  if (query === undefined) return undefined;
  try {
    return JSON.parse(query);
  } catch {
    return query;
  }
}

const isTriple = (json: unknown): json is [string, unknown, unknown] =>
  Array.isArray(json) && json.length === 3 && typeof json[0] === 'string' && typeof json[1] === 'string';

/** The query with every uri in it in canonical form. */
function canonical(json: unknown): unknown {
  if (!Array.isArray(json)) return json;
  if (!isTriple(json)) return json.map(canonical);
  const [field, operator, value] = json;
  if (field !== 'uri' || !['==', '!=', 'in', '!in'].includes(operator as string)) return json;
  const spelled = (uri: unknown) => (typeof uri === 'string' ? canonicalUri(uri) : uri);
  return [field, operator, Array.isArray(value) ? value.map(spelled) : spelled(value)];
}

/** Whether a query can only match comments on uris that it names. */
function namesUri(json: unknown): boolean {
  if (!Array.isArray(json)) return false;
  if (isTriple(json)) return json[0] === 'uri' && (json[1] === '==' || json[1] === 'in');
  if (json[0] === 'OR') return Array.isArray(json[1]) && json[1].length > 0 && json[1].every(namesUri);
  return (json[0] === 'AND' && Array.isArray(json[1]) ? json[1] : json).some(namesUri);
}
