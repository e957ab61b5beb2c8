import type { Queryable } from '../connection/database.ts';
import { prepared } from '../connection/prepared.ts';
import { raw, sql, type Sql } from '../connection/sql.ts';
import type { Resource } from '../resources/resource.ts';

/** What a search looks for, as texts of tsqueries. Null when it has no word to look for. */
interface SearchQuery {
  /** Rows with any of the words, or of those that are meant by them. */
  anyWord: string | null;
  everyWord: string | null;
  /** The words as they were typed. */
  exact: string | null;
}

/** A search, ready to be part of a statement. */
export interface Search extends SearchQuery {
  /** As the client typed it. */
  typed: string;
}

/** Looks up which known words a client means: those typed, those that begin with them or have them within, and similar ones. */
export async function searchFor(database: Queryable, { noun, isSearchable, source }: Resource, typed: string): Promise<Search> {
  if (!isSearchable) throw new Error(`${noun}: declares no search`);
  const statement = sql`select any_word as "anyWord", every_word as "everyWord", exact from search_query(${source.name}, ${typed})`;
  const [query] = await database.query<SearchQuery>(prepared(statement, 'own'));
  return { ...query!, typed };
}

/** Rows with any of the words. */
export const searchPredicate = ({ source: { alias } }: Resource, { anyWord }: Search): Sql =>
  anyWord === null ? raw('false') : sql`${raw(`${alias}.search_vector`)} @@ ${anyWord}::tsquery`;

/** Whether a row has every one of the words; undefined where that says nothing, as there is only one. */
export const hasEveryWord = ({ source: { alias } }: Resource, { anyWord, everyWord }: Search): Sql | undefined =>
  anyWord === everyWord ? undefined : sql`${raw(`${alias}.search_vector`)} @@ ${everyWord}::tsquery`;

/** How relevant a row is: words as typed count more than similar ones, a title that is like what was typed more than other text. */
export const relevance = ({ source: { alias } }: Resource, { anyWord, exact, typed }: Search): Sql => {
  const vector = raw(`${alias}.search_vector`);
  const likeness = sql`word_similarity(search_text(${typed}), ${raw(`${alias}.search_text`)})`;
  return sql`2 * ts_rank(${vector}, ${exact}::tsquery) + ts_rank(${vector}, ${anyWord}::tsquery) + ${likeness}`;
};
