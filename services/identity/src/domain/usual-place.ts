import { sql } from '@partner-ordering/data';
import type { Queryable } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';
import type { SignInAttempt } from './sign-in-attempt.ts';

/** A place where nobody has signed in for so long is no longer usual. */
const USUAL_FOR_MS = 180 * DAY_MS;
const MOST_PER_ACCOUNT = 50;

/** Remembers where an account has signed in: others' guesses do not close it there. Written once a day. */
export async function rememberPlace(database: Queryable, { account, place }: SignInAttempt, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  await database.query(sql`
    insert into usual_place as known (account, place, signed_in_at) values (${account}, ${place}, ${now})
    on conflict (account, place) do update set signed_in_at = ${now} where known.signed_in_at < ${yesterday}`);
}

/** Forgets places of long ago, and all but the newest of an account. */
export async function removeOldPlaces(database: Queryable, now: Date): Promise<void> {
  await database.query(sql`delete from usual_place where signed_in_at < ${new Date(now.getTime() - USUAL_FOR_MS)}`);
  await database.query(sql`
    delete from usual_place where (account, place) in (select account, place from
      (select account, place, row_number() over (partition by account order by signed_in_at desc) as newest from usual_place) p
      where newest > ${MOST_PER_ACCOUNT})`);
}
