import { Sql } from '@partner-ordering/data';
import type { Principal } from '@partner-ordering/kernel';

/** SQL that is made once, for a caller: each of its parameters is the name of the principal's property that takes its place. */
export const ofCaller = ({ strings, values }: Sql, principal: Principal): Sql =>
  new Sql(
    strings,
    values.map((name) => principal[String(name) as keyof Principal]),
  );
