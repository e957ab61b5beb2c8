import { allOf, join, raw, sql, type Sql } from '../connection/sql.ts';
import { predicateSql } from '../resources/visibility.ts';
import { branches, keyOf, type ListShape, type PageWindow } from './list-sql.ts';
import { hasEveryWord, relevance, type Search } from './search.ts';

/** Most matches that are ranked by relevance; a common word is in half the table. */
const MAX_RANKED = 1000;

/**
 * The matches of a search with the most relevant first: those with every word, the newest of them ranked by relevance, and the rest behind them.
 * The order is the same whichever page is asked for. The rows are found once for both the count and the page; `found` stands before the statement.
 */
export function relevancePage(
  shape: ListShape & { search: Search },
  { offset, limit }: PageWindow,
  projected: Sql,
): { found: Sql; count: Sql; page: Sql } {
  const { resource, search } = shape;
  const key = keyOf(resource).sql;
  const everyWord = hasEveryWord(resource, search) ?? raw('true');
  const matches = branches(shape).map(
    ({ visible, where }) =>
      sql`select ${key} as key, ${everyWord} as every_word from ${resource.source.from} where ${allOf([predicateSql(visible), ...where])}`,
  );
  const candidates = sql`select key, every_word, row_number() over (order by every_word desc, key desc) as place from matched
    order by every_word desc, key desc limit ${Math.max(MAX_RANKED, offset + limit)}`;
  return {
    found: sql`with matched as materialized (${join(matches, ' union all ')})`,
    count: sql`select count(*) from matched`,
    page: sql`select ${projected} from (${candidates}) candidate join ${resource.source.from} on ${key} = candidate.key
      order by candidate.place <= ${MAX_RANKED} desc, candidate.every_word desc,
        case when candidate.place <= ${MAX_RANKED} then ${relevance(resource, search)} end desc, candidate.place
      offset ${offset} limit ${limit}`,
  };
}
