import { and, empty, join, or, raw, sql, type Sql } from '../connection/sql.ts';
import type { Queryable } from '../connection/database.ts';
import { itemsIn, rangesOf, shownAs, visibleCountUpTo, type ListShape, type Order, type PageWindow } from './list-sql.ts';

/** Texts of tsqueries, each more generous than the one before. */
interface Search {
  /** Every word as it was typed, short ones too. */
  exact: string;
  /** Every longer word, as it was typed or begun. */
  begun: string;
  /** Every longer word, also within a longer one or mistyped. */
  meant: string;
  /** `meant` for each word alone. */
  words: readonly string[];
  /** The typed text without accents and capitals, as titles are compared with it. */
  text: string;
  /** The principal sees so few rows that reading them all is quicker than the index of words, which holds everybody's rows. */
  isAmongFew: boolean;
}

/** A word that was typed, and the known words that it may mean, or its trigrams where these find it. */
interface TypedWord {
  word: string;
  similar: readonly string[];
  trigrams: readonly string[];
  text: string;
  is_among_few: boolean;
}

const MAX_WORDS = 10;
/** So many rows are read in 20 ms; the index of words takes 50 to 500 for common words of a million rows. */
const FEW_ROWS = 5_000;
/** Words of at most so many letters find nothing of their own beside longer ones. */
const SHORT = 2;

/** Looks up which known words a client means; null for a search without a word, which finds nothing. */
export async function searchOf(database: Queryable, shape: ListShape, typed: string): Promise<Search | null> {
  const { noun, isSearchable, source } = shape.resource;
  if (!isSearchable) throw new Error(`${noun}: declares no search`);
  const found = await database.query<TypedWord>(
    sql`select *, search_text(${typed}) as text, (${visibleCountUpTo(FEW_ROWS + 1, shape)}) <= ${FEW_ROWS} as is_among_few from (
        (select t as word, array(select search_similar(${source.name}, t)) as similar, '{}'::text[] as trigrams
          from unnest(search_tokens(${typed})) t limit ${MAX_WORDS})
        union all (select run, '{}', search_trigrams(run) from search_runs(search_text(${typed})) run limit ${MAX_WORDS})
      ) typed`,
  );
  const long = found.filter(isLong);
  const searchedWords = long.length > 0 ? long : found;
  if (searchedWords.length === 0) return null;
  const words = searchedWords.map((typedWord) =>
    orQuery([prefixQuery(typedWord), ...typedWord.similar.filter((other) => other !== typedWord.word).map(lexeme)]),
  );
  return {
    exact: andQuery(found.map((typedWord) => (typedWord.trigrams.length > 0 ? prefixQuery(typedWord) : lexeme(typedWord.word)))),
    begun: andQuery(searchedWords.map(prefixQuery)),
    meant: andQuery(words),
    words,
    text: found[0]!.text.trim(),
    isAmongFew: found[0]!.is_among_few,
  };
}

/** A word as text of a tsquery. */
const lexeme = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`;

const isLong = ({ word, trigrams }: TypedWord): boolean => trigrams.length > 0 || [...word].length > SHORT;

function prefixQuery(typed: TypedWord): string {
  const threes = typed.trigrams.filter((trigram) => [...trigram].length === 3);
  if (threes.length > 0) return andQuery(threes.slice(0, MAX_WORDS).map(lexeme));
  return lexeme(typed.word) + (isLong(typed) ? ':*' : '');
}

const orQuery = (parts: readonly string[]): string => `(${parts.join(' | ')})`;
const andQuery = (parts: readonly string[]): string => parts.join(' & ');

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
  const { resource, branches } = shape;
  const rows = branches.map(({ visible, others }) => {
    const predicates = [visible, ...others, has(shape, query), ...more];
    return sql`select ${resource.tieColumn.sql} as key, ${by} as place_by from ${resource.source.from} where ${and(predicates)}`;
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

function orderedPage({ resource }: ListShape, order: Order, { offset, limit, after }: PageWindow, projected: Sql): Sql {
  const ordering = raw(`place_by ${order.sort} nulls last, key ${order.sort}`);
  const behind = after
    ? sql` where ${or(rangesOf({ ...order, by: { ...order.by, sql: raw('place_by') } }, { sql: raw('key') }, after))}`
    : empty;
  const candidates = sql`select key, place_by from matched${behind} order by ${ordering} offset ${offset} limit ${limit}`;
  return sql`select ${itemsIn(order, raw('place_by'), raw('candidate.key'))} from (${candidates}) candidate
    join ${resource.source.from} on ${resource.tieColumn.sql} = candidate.key${shownAs(projected)} order by ${ordering}`;
}

/** The closest matches first, the newest of them by how much their titles are like what was typed. */
function relevantPage(shape: SearchedShape, { offset, limit }: PageWindow, projected: Sql): Sql {
  const closest = sql`select key, place_by from matched order by place_by desc, key desc limit ${Math.max(MAX_COMPARED, offset + limit)}`;
  const candidates = sql`select key, place_by, row_number() over (order by place_by desc, key desc) as place from (${closest}) closest`;
  const isCompared = sql`candidate.place <= ${MAX_COMPARED}`;
  return sql`select row_to_json(shown.item)::text as item from (${candidates}) candidate
    join ${shape.resource.source.from} on ${shape.resource.tieColumn.sql} = candidate.key${shownAs(projected)}
    order by ${isCompared} desc, candidate.place_by desc,
      case when ${isCompared} then word_similarity(${shape.search.text}, ${column(shape, 'search_text')}) end desc, candidate.place
    offset ${offset} limit ${limit}`;
}
