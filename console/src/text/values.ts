/** The values of an open list of the API that this build knows. Later releases add others. */
export type Known<Value> = Value extends unknown ? (string extends Value ? never : Value) : never;

/** The entry of a value in a table of all known ones; undefined for another. */
export const entryOf = <Entry, Value extends string>(table: Readonly<Record<Known<Value>, Entry>>, value: Value): Entry | undefined =>
  (table as Readonly<Record<string, Entry>>)[value];

/** The name of a value; the value itself where this build has none. */
export const textFor = <Value extends string>(names: Readonly<Record<Known<Value>, string>>, value: Value): string =>
  entryOf(names, value) ?? value;
