/*
 * A search forgives typing errors. `search_word` holds the words of every searchable table with their keys: the first letters with one
 * or two left out. Words at most so many letters apart share a key, so an index finds similar words, and another the rows.
 *
 * Text without blanks between words, and Korean, whose words end in particles, is found by trigrams: 日本語版 has 日本語, 本語版, and 語版 and
 * 版 at its end. Three characters or more that are typed have such trigrams, too; fewer begin one. Trigrams need no dictionary, whose next
 * version would cut differently than what is stored, and they are right where two letters are too few: in Thai, Lao, Burmese and Khmer.
 */

/** Thai, Lao, Burmese, Khmer, Korean, Japanese and Chinese, as a regular expression. */
const unspaced = String.raw`[\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u3005-\u3007\u3041-\u309F\u30A1-\u30FA\u30FC-\u30FF\u3105-\u312F\u31A0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uA9E0-\uA9FF\uAA60-\uAA7F\uAC00-\uD7A3\uF900-\uFAFF\U00020000-\U0003FFFF]+`;

const unspacedFunctions = [
  `create function search_runs(value text) returns setof text language sql immutable parallel safe
    as $$ select (regexp_matches($1, '${unspaced}', 'g'))[1] $$`,
  `create function search_spaced(value text) returns text language sql immutable parallel safe
    return regexp_replace(value, '${unspaced}', ' ', 'g')`,
  String.raw`create function search_trigrams(value text) returns text[] language sql immutable parallel safe as $$
    select array(select distinct trigram from public.search_runs($1) run, (values (1), (2), (3)) start(at),
      string_to_table(regexp_replace(substr(run, at), '(...)', '\1 ', 'g'), ' ') trigram where trigram <> '') $$`,
  `create function search_vector(value text) returns tsvector language sql immutable parallel safe as $$
    select case when t ~ '${unspaced}' then to_tsvector('simple', public.search_spaced(t)) || array_to_tsvector(public.search_trigrams(t))
      else to_tsvector('simple', t) end || public.search_parts($1) from public.search_text($1) t $$`,
];

/** A word with signs within it, as in names of files, a capital after a small letter, or digits beside letters. A short code is none. */
const COMPOUND_WORD = '[[:alnum:]][[:punct:]]+[[:alnum:]]|[[:lower:]][[:upper:]]|[[:alpha:]][[:digit:]]|[[:digit:]][[:alpha:]]';
const SHORT_CODE = '^[[:upper:][:digit:]]{8}$';

/** The parts of compound words: of `LogoFinal2027_v2.psd` logofinal2027, v2, psd, logo, final, 2027. Those between signs may be short. */
const parts = String.raw`create function search_parts(value text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', public.search_text(coalesce(string_agg(concat_ws(' ', split,
    array(select regexp_matches(split, '[[:upper:]]?[[:lower:]]{2,}|[[:upper:]]{3,}|[[:digit:]]{3,}', 'g'))::text), ' '), '')))
  from regexp_split_to_table(public.search_visible($1), '\s+') word, regexp_replace(word, '[[:punct:]]+', ' ', 'g') split
  where word ~ '${COMPOUND_WORD}' and word !~ '${SHORT_CODE}' $$`;

/** The keys of a word: its first seven letters without one or two. The planner takes them for many, and would compile the statement. */
const keys = `create function search_keys(word text, edits int) returns text[] language sql immutable parallel safe
  set search_path = public set jit = off as $$
  with start(k) as (values (left(word, 7))),
    once(k) as (select substr(k, 1, i - 1) || substr(k, i + 1) from start, generate_series(1, length(k)) i),
    twice(k) as (select substr(k, 1, i - 1) || substr(k, i + 1) from once, generate_series(1, length(k)) i where edits > 1)
  select array_agg(k) from (select k from start union select k from once union select k from twice) every(k) $$`;

/** The number of letters that differ; two swapped ones, or a moved one, count once. */
const distance = `create function search_distance(a text, b text) returns int language sql immutable parallel safe set search_path = public as $$
  select case when d = 2 and length(a) = length(b)
      and array(select unnest(string_to_array(a, null)) order by 1) = array(select unnest(string_to_array(b, null)) order by 1)
    then 1 else d end
  from levenshtein_less_equal(a, b, 2) d $$`;

const tokens = `create function search_tokens(value text) returns text[] language sql immutable parallel safe set search_path = public as $$
  select array(select t from unnest(tsvector_to_array(to_tsvector('simple', search_spaced(search_text(value))))) t where length(t) <= 64) $$`;

/** The words that `search_word` knows of a search_text, whose parts begin at signs and digits alone: it has no capitals. */
const known = `create function search_known(value text) returns text[] language sql immutable parallel safe set search_path = public as $$
  select search_tokens($1) || array(select part from unnest(tsvector_to_array(search_parts($1))) part where length(part) <= 64) $$`;

const MAX_SIMILAR = 100;

/** Known words that a typed one may mean: one letter apart from three letters on, two from eight on, or with the typed one within. */
const similar = `create function search_similar(source text, typed text) returns setof text language sql stable parallel safe set search_path = public as $$
  select word from (
    select distinct w.word, search_distance($2, w.word) as apart from search_word w
    where length($2) >= 3 and w.source = $1 and w.keys && search_keys($2, case when length($2) >= 8 then 2 else 1 end)
      and search_distance($2, w.word) <= case when length($2) >= 8 then 2 else 1 end
    union all
    select distinct w.word, 3 from search_word w
    where length($2) >= 4 and w.source = $1 and w.word like '%' || replace(replace(replace($2, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
  ) found group by word order by min(apart), word limit ${MAX_SIMILAR} $$`;

/** Adds unknown words of new and changed rows; twice does no harm. The index needs the name in the default collation. */
const learn = `create function search_words_learn() returns trigger language plpgsql set search_path = public as $$
  begin
    if tg_op = 'INSERT' then
      insert into search_word select * from search_words_new(tg_table_name collate "default", array(select search_text from added));
    else
      insert into search_word select * from search_words_new(tg_table_name collate "default", array[new.search_text]);
    end if;
    return null;
  end $$`;

/**
 * The unknown words of texts. What has digits is looked up as typed, unless it is an address; what has signs has no keys. The index finds
 * known words one by one. The plan is good for any texts, and to make one costs more than to use it.
 */
const added = `create function search_words_new(of_table text, texts text[]) returns table (source text, word text, keys text[])
  language plpgsql stable set search_path = public set plan_cache_mode = force_generic_plan as $$
  begin
    return query select $1, t, case when t ~ '^[^[:digit:][:punct:]]+$' then search_keys(t, case when length(t) >= 6 then 2 else 1 end) end
    from (select distinct unnest(search_known(value)) as t from unnest($2) value) tokens
    where length(t) >= 3 and (t !~ '[[:digit:]]' or t ~ '@')
      and (select true from search_word k where k.source = $1 and k.word = t limit 1) is null;
  end $$`;

/** Words, keys and functions; `searchWords` adds a table's words. */
export const searchStatements: readonly string[] = [
  'create extension if not exists fuzzystrmatch',
  'create table search_word (source text not null, word text not null, keys text[])',
  'create index search_word_word on search_word (source, word)',
  'create index search_word_keys on search_word using gin (keys)',
  'create index search_word_part on search_word using gin (word gin_trgm_ops)',
  ...[parts, ...unspacedFunctions, keys, distance, tokens, known, similar, added, learn],
];

/**
 * Statements that have the words of a table with `searchColumns` known, of present, new and changed rows. The triggers come last, as they
 * wait for writers and keep them out until the commit.
 */
export const searchWords = (table: string): string[] => [
  `insert into search_word select * from search_words_new('${table}',
    array(select word from ts_stat('select to_tsvector(''simple'', search_spaced(search_text)) from "${table}"')))`,
  `create trigger search_words_added after insert on "${table}" referencing new table as added for each statement execute function search_words_learn()`,
  `create trigger search_words_changed after update of search_text on "${table}" for each row
    when (old.search_text is distinct from new.search_text) execute function search_words_learn()`,
];

/** Columns and index of a searchable table: `short` is SQL of a text that is found with typing errors, too, `long` of all text. */
export const searchColumns = (table: string, { short, long }: { short: string; long: string }): string[] => [
  `alter table "${table}" add search_text text generated always as (search_text(${short})) stored,
    add search_vector tsvector generated always as (search_vector(${long})) stored`,
  `create index ${table}_search_vector on "${table}" using gin (search_vector)`,
];
