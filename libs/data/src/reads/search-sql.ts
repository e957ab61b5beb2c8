import { and, join, raw, sql, type Sql } from '../connection/sql.ts';
import { predicateSql } from '../resources/visibility.ts';
import { branches, keyOf, type ListShape, type Order, type PageWindow } from './list-sql.ts';
import type { Search } from './search.ts';

/** Most matches whose titles are compared with what was typed; a common word is in half the table. */
const MAX_COMPARED = 200;

type SearchedShape = ListShape & { search: Search };

/** `found`, before the statement, finds the rows once for both the count and the page. */
interface SearchParts {
  found: Sql;
  count: Sql;
  page: Sql;
}

/** Finds the rows with every word or, only where the principal sees none, those with any; by relevance without an `order`. */
export function searchParts(shape: SearchedShape, order: Order | undefined, window: PageWindow, projected: Sql): SearchParts {
  const { search } = shape;
  const by = order?.by.sql;
  const everyWord = matches(shape, search.meant, by ?? closeness(shape));
  const anyWord = matches(shape, search.words.join(' | '), by ?? wordsFound(shape), [raw('not exists (select from every_word)')]);
  return {
    found:
      search.words.length === 1
        ? sql`with matched as materialized (${everyWord})`
        : sql`with every_word as materialized (${everyWord}), matched as materialized (select * from every_word union all ${anyWord})`,
    count: sql`select count(*) from matched`,
    page: order ? orderedPage(shape, order, window, projected) : relevantPage(shape, window, projected),
  };
}

/** Keys of the rows that match a tsquery, each with what it is placed by. */
function matches(shape: SearchedShape, query: string, by: Sql, more: Sql[] = []): Sql {
  const { resource } = shape;
  const rows = branches(shape).map(({ visible, where }) => {
    const predicates = [predicateSql(visible), ...where, has(shape, query), ...more];
    return sql`select ${keyOf(resource).sql} as key, ${by} as place_by from ${resource.source.from} where ${and(predicates)}`;
  });
  return join(rows, ' union all ');
}

/** Ranks words as typed before begun ones before others, and those in a title before those elsewhere. */
const closeness = (shape: SearchedShape): Sql => {
  const { exact, begun, text } = shape.search;
  return sql`4 * ${has(shape, exact)}::int + 2 * ${has(shape, begun)}::int + (strpos(${column(shape, 'search_text')}, ${text}) > 0)::int`;
};

const wordsFound = (shape: SearchedShape): Sql =>
  sql`(select count(*) from unnest(${shape.search.words}::tsquery[]) word where ${column(shape, 'search_vector')} @@ word)`;

/** Among few rows, coalesce keeps the planner from the index of words, which holds everybody's rows. */
const has = (shape: SearchedShape, query: string): Sql => {
  const vector = column(shape, 'search_vector');
  return sql`(${shape.search.isAmongFew ? sql`coalesce(${vector}, '')` : vector} @@ ${query}::tsquery)`;
};

const column = ({ resource }: ListShape, name: 'search_text' | 'search_vector'): Sql => raw(`${resource.source.alias}.${name}`);

function orderedPage({ resource }: ListShape, { sort }: Order, { offset, limit }: PageWindow, projected: Sql): Sql {
  const ordering = raw(`place_by ${sort} nulls last, key ${sort}`);
  const candidates = sql`select key, place_by from matched order by ${ordering} offset ${offset} limit ${limit}`;
  return sql`select ${projected} from (${candidates}) candidate join ${resource.source.from} on ${keyOf(resource).sql} = candidate.key
    order by ${ordering}`;
}

/** The closest matches first, the newest of them by how much their titles are like what was typed. */
function relevantPage(shape: SearchedShape, { offset, limit }: PageWindow, projected: Sql): Sql {
  const closest = sql`select key, place_by from matched order by place_by desc, key desc limit ${Math.max(MAX_COMPARED, offset + limit)}`;
  const candidates = sql`select key, place_by, row_number() over (order by place_by desc, key desc) as place from (${closest}) closest`;
  const isCompared = sql`candidate.place <= ${MAX_COMPARED}`;
  return sql`select ${projected} from (${candidates}) candidate join ${shape.resource.source.from} on ${keyOf(shape.resource).sql} = candidate.key
    order by ${isCompared} desc, candidate.place_by desc,
      case when ${isCompared} then word_similarity(${shape.search.text}, ${column(shape, 'search_text')}) end desc, candidate.place
    offset ${offset} limit ${limit}`;
}
