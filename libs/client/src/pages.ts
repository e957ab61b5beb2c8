import { PartnerOrderingError } from './errors.ts';

const LARGEST_PAGE = 100;

/** One page of a collection. */
export interface Page<Item> {
  /** The number of all matches, on every page. */
  total_count: number;
  items: Item[];
}

/** The parameters of a list, by their names. */
export type Query = Readonly<Record<string, unknown>>;

/** Reads a page; `link` is its header `Link`. */
type ReadPage<Item> = (query: Query) => Promise<{ page: Page<Item>; link: string }>;

/**
 * A lazy collection: `await` reads one page, `for await` all items, by the pages' links. What exists and matches all the while comes once
 * by `gid` (the default) or `created_at`; by `modified_at` ascending it comes again after a change. Other orders may miss what changes.
 */
export class Pages<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #read: ReadPage<Item>;
  readonly #query: Query;

  constructor(read: ReadPage<Item>, query: Query) {
    this.#read = read;
    this.#query = query;
  }

  then<Result = Page<Item>, Failure = never>(
    onfulfilled?: ((page: Page<Item>) => Result | PromiseLike<Result>) | null,
    onrejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#read(this.#query)
      .then(({ page }) => page)
      .then(onfulfilled, onrejected);
  }

  catch<Failure = never>(onrejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null): Promise<Page<Item> | Failure> {
    return this.then(undefined, onrejected);
  }

  finally(onfinally?: (() => void) | null): Promise<Page<Item>> {
    return this.then().finally(onfinally);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (let query: Query | undefined = { ...this.#query, limit: this.#query['limit'] ?? LARGEST_PAGE }; query !== undefined;) {
      const { page, link } = await this.#read(query);
      yield* page.items;
      const next = nextIn(link);
      if (next === undefined && isFollowed(query, page))
        throw new PartnerOrderingError('a page has no Link to the next one: its query is over 8 KiB, or a proxy removes the header');
      query = next;
    }
  }
}

/** The parameters of the next page, of which a `Link` has the address. */
function nextIn(link: string): Query | undefined {
  const parameters = /\?([^>]*)>; rel="next"/.exec(link)?.[1];
  return parameters === undefined ? undefined : Object.fromEntries(new URLSearchParams(parameters));
}

/** Whether more must follow. Pages by offset do not tell: those of a search end before its count. */
const isFollowed = ({ after, offset, limit }: Query, { items, total_count }: Page<unknown>): boolean =>
  items.length === Number(limit) && (after !== undefined || (offset === undefined && total_count > items.length));
