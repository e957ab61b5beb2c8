/** What a screen's address says behind the question mark. Whatever is not valid there is left out. */
export type Search = Record<string, unknown>;

/** One of these words. */
export const wordOf = <Word extends string>(value: unknown, words: readonly Word[]): Word | undefined =>
  words.find((word) => word === value);

/** A page of a list, from 1; undefined for the first. */
export const pageOf = (value: unknown): number | undefined => (Number.isInteger(value) && Number(value) > 1 ? Number(value) : undefined);

export const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value);

/** For lists with pages and nothing else. */
export const pageSearch = ({ page }: Search): { page?: number | undefined } => ({ page: pageOf(page) });

/** For lists that are searched, with pages. */
export const listSearch = (search: Search): ReturnType<typeof pageSearch> & { search?: string | undefined } => ({
  ...pageSearch(search),
  search: textOf(search['search']),
});
