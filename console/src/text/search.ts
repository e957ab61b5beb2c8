/** Readers of a screen's search parameters. They leave out invalid values. */
export type Search = Record<string, unknown>;

/** One of these words. */
export const choiceParameter = <Word extends string>(value: unknown, words: readonly Word[]): Word | undefined =>
  words.find((word) => word === value);

/** A page of a list, from 1; undefined for the first. */
export const pageParameter = (value: unknown): number | undefined =>
  Number.isInteger(value) && Number(value) > 1 ? Number(value) : undefined;

export const textParameter = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value);

/** For screens that have these texts, and the page of a list, in their address. */
export const searchOf =
  <Name extends string = never>(...names: readonly Name[]) =>
  (search: Search): { page?: number | undefined } & { [Each in Name]?: string | undefined } => ({
    ...(Object.fromEntries(names.map((name) => [name, textParameter(search[name])])) as { [Each in Name]?: string | undefined }),
    page: pageParameter(search['page']),
  });
