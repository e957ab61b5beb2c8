import { parseQuery, type Expression } from '@partner-ordering/data';
import { invalid } from '@partner-ordering/kernel';
import { faults } from '../../faults.ts';
import { canonicalUri } from './comment.ts';

/** The parsed `query` of a list of comments. */
export interface CommentQuery {
  /** The query with every uri in it in canonical form. */
  text: string;
  /** The uris that it names and that something may have, in canonical form, each once. */
  uris: string[];
  /** Whether it can only match comments on uris that it names. */
  isOnUris: boolean;
}

/** The services of all named resources are asked who sees them, before the list is read. */
const MAX_URIS = 100;
/** Nothing that can be commented on has a longer uri, nor one with half a character in it. */
const LONGEST_URI = 1_028;

/** Reads a query. 400 for one that is none, or names more uris than can be asked about. */
export function readCommentQuery(query: string): CommentQuery {
  parseQuery(query);
  const text = JSON.stringify(canonical(JSON.parse(query)));
  const parsed = parseQuery(text);
  const uris = [...new Set(urisIn(parsed))];
  if (uris.length > MAX_URIS) throw invalid(faults.too_many_uris('query', { max: MAX_URIS }));
  return { text, uris, isOnUris: isOnUris(parsed) };
}

const namesUris = (json: Expression): boolean => json.kind === 'compare' && json.field === 'uri' && ['==', 'in'].includes(json.operator);

function urisIn(json: Expression): string[] {
  if (json.kind === 'all' || json.kind === 'any') return json.of.flatMap(urisIn);
  if (json.kind !== 'compare' || !namesUris(json)) return [];
  const mayExist = (uri: unknown) => typeof uri === 'string' && uri.length <= LONGEST_URI && uri.isWellFormed();
  return [json.value].flat().filter(mayExist) as string[];
}

function isOnUris(json: Expression): boolean {
  if (json.kind === 'any') return json.of.every(isOnUris);
  return json.kind === 'all' ? json.of.some(isOnUris) : namesUris(json);
}

/** A query as JSON, with its uris in canonical form. */
function canonical(json: unknown): unknown {
  if (!Array.isArray(json)) return json;
  const [field, operator, value] = json as unknown[];
  if (field !== 'uri') return json.map(canonical);
  const spelled = (uri: unknown) => (typeof uri === 'string' ? canonicalUri(uri) : uri);
  if (!['==', '!=', 'in', '!in'].includes(operator as string)) return json;
  return [field, operator, Array.isArray(value) ? value.map(spelled) : spelled(value)];
}
