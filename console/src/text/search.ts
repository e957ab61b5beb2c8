/** Readers of a screen's search parameters. They leave out invalid values. */
export type Search = Record<string, unknown>;

/** One of these words. */
export const wordOf = <Word extends string>(value: unknown, words: readonly Word[]): Word | undefined =>
  words.find((word) => word === value);

/** A page of a list, from 1; undefined for the first. */
export const pageOf = (value: unknown): number | undefined => (Number.isInteger(value) && Number(value) > 1 ? Number(value) : undefined);

export const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value);

/** For screens that have these texts, and the page of a list, in their address. */
export const searchOf =
  <Name extends string = never>(...names: readonly Name[]) =>
  (search: Search): { page?: number | undefined } & { [Each in Name]?: string | undefined } => ({
    ...(Object.fromEntries(names.map((name) => [name, textOf(search[name])])) as { [Each in Name]?: string | undefined }),
    page: pageOf(search['page']),
  });
