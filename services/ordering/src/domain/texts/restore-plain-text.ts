import { raw, sql, type Sql, type Transaction } from '@partner-ordering/data';
import { NIL_GID } from '@partner-ordering/kernel';

/** One step of the way through a column, and all that is left of it. */
export interface PlainTextStep {
  source: string;
  /** Rows that were written later are plain text already; a time in ISO 8601. */
  stored_before: string;
  /** The last gid of the step before; null at the beginning. */
  done_to: string | null;
}

/** How a column was written while it held HTML. */
interface Source {
  table: string;
  column: string;
  /** Whether every text was sanitized, or only one with a `<` in it. */
  always: boolean;
  /** Whether clients change such texts. */
  isEdited: boolean;
}

const sources: Readonly<Record<string, Source>> = {
  'project_message.message': { table: 'project_message', column: 'message', always: false, isEdited: false },
  'comment.message': { table: 'comment', column: 'message', always: false, isEdited: true },
  'review.comment': { table: 'review', column: 'comment', always: true, isEdited: false },
  'work.description': { table: 'work', column: 'description', always: true, isEdited: true },
  'work.content': { table: 'work', column: 'content', always: true, isEdited: true },
};

const STEP_ROWS = 1_000;

/**
 * Gives texts that were stored as HTML back the characters that were escaped in them (`a &lt; b` becomes `a < b`), where that is certain:
 * the text has no tag, and every `&` begins one of the three escapes that the sanitizer wrote. Answers the next step; undefined at the end.
 * A step must take effect once: done twice, it would take an escaped escape for one.
 */
export async function restorePlainText(tx: Transaction, step: PlainTextStep): Promise<PlainTextStep | undefined> {
  const { source, stored_before: before, done_to: doneTo } = step;
  const { table, column, always, isEdited } = sources[source]!;
  const [of, text, after] = [raw(table), raw(column), doneTo ?? NIL_GID];
  const [last] = await tx.query<{ gid: string }>(
    sql`select gid from (select gid from ${of} where gid > ${after} order by gid limit ${STEP_ROWS}) rows order by gid desc limit 1`,
  );
  if (!last) return undefined;
  const unchanged = isEdited ? sql`and (modified_at is null or modified_at < ${before})` : raw('');
  await tx.query(sql`update ${of} set ${text} = replace(replace(replace(${text}, '&lt;', '<'), '&gt;', '>'), '&amp;', '&')
    where gid > ${after} and gid <= ${last.gid} and created_at < ${before} ${unchanged} and ${isEscaped(text, always)}`);
  return { ...step, done_to: last.gid };
}

/** Whether the sanitizer, and nobody else, wrote the escapes of a text. Where it saw only texts with a `<`, an escaped one tells so. */
const isEscaped = (text: Sql, always: boolean): Sql =>
  sql`${text} like ${always ? '%&%' : '%&lt;%'} and ${text} !~ '[<>]' and ${text} !~ '&(?!(amp|lt|gt);)'`;
