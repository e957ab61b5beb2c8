import type { Queryable } from '../connection/database.ts';
import { sql } from '../connection/sql.ts';
import { seenUpTo, type ListShape } from './list-sql.ts';

/** Texts of tsqueries, each more generous than the one before. */
export interface Search {
  /** Every word as it was typed, short ones too. */
  exact: string;
  /** Every longer word, as it was typed or begun. */
  begun: string;
  /** Every longer word, also within a longer one or mistyped. */
  meant: string;
  /** `meant` for each word alone. */
  words: readonly string[];
  /** What was typed, without accents and capitals, as titles are compared with it. */
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
const FEW = 5_000;
/** Words of at most so many letters find nothing of their own beside longer ones. */
const SHORT = 2;

/** Looks up which known words a client means; undefined for no search, null for one without a word, which finds nothing. */
export async function searchOf(
  database: Queryable,
  shape: Pick<ListShape, 'resource' | 'visibility'>,
  typed = '',
): Promise<Search | null | undefined> {
  if (typed.trim() === '') return undefined;
  const { noun, isSearchable, source } = shape.resource;
  if (!isSearchable) throw new Error(`${noun}: declares no search`);
  const found = await database.query<TypedWord>(
    sql`select *, search_text(${typed}) as text, (${seenUpTo(FEW + 1, shape)}) <= ${FEW} as is_among_few from (
        (select t as word, array(select search_similar(${source.name}, t)) as similar, '{}'::text[] as trigrams
          from unnest(search_tokens(${typed})) t limit ${MAX_WORDS})
        union all (select run, '{}', search_trigrams(run) from search_runs(search_text(${typed})) run limit ${MAX_WORDS})
      ) typed`,
  );
  const long = found.filter(isLong);
  const looked = long.length > 0 ? long : found;
  if (looked.length === 0) return null;
  const words = looked.map((typedWord) =>
    or([begun(typedWord), ...typedWord.similar.filter((other) => other !== typedWord.word).map(lexeme)]),
  );
  return {
    exact: and(found.map((typedWord) => (typedWord.trigrams.length > 0 ? begun(typedWord) : lexeme(typedWord.word)))),
    begun: and(looked.map(begun)),
    meant: and(words),
    words,
    text: found[0]!.text.trim(),
    isAmongFew: found[0]!.is_among_few,
  };
}

/** A word as text of a tsquery. */
const lexeme = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`;

const isLong = ({ word, trigrams }: TypedWord): boolean => trigrams.length > 0 || [...word].length > SHORT;

function begun(typed: TypedWord): string {
  const threes = typed.trigrams.filter((trigram) => [...trigram].length === 3);
  if (threes.length > 0) return and(threes.slice(0, MAX_WORDS).map(lexeme));
  return lexeme(typed.word) + (isLong(typed) ? ':*' : '');
}

const or = (parts: readonly string[]): string => `(${parts.join(' | ')})`;
const and = (parts: readonly string[]): string => parts.join(' & ');
