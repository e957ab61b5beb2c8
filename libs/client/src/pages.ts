import { queryJson, withCondition, type QueryJson } from './query.ts';

const LARGEST_PAGE = 100;
/** The results of a search that pages reach. */
const MAX_RESULTS_OF_SEARCH = 1_000;

/** One page of a collection. */
export interface Page<Item> {
  /** The number of all matches, on every page. */
  total_count: number;
  items: Item[];
}

/** The parameters of a list that paging needs. */
export interface PageQuery {
  where?: unknown;
  search?: unknown;
  orderBy?: string;
  sort?: 'asc' | 'desc';
  offset?: number;
  limit?: number;
}

type ReadPage<Item> = (query: PageQuery) => Promise<Page<Item>>;

/**
 * A lazy collection: `await` reads one page, `for await` all items. Without an order or a search, items come by gid, so that concurrent
 * changes neither hide nor repeat one. Otherwise changes may shift the pages; no item comes twice.
 */
export class Pages<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #read: ReadPage<Item>;
  readonly #query: PageQuery;

  constructor(read: ReadPage<Item>, query: PageQuery) {
    this.#read = read;
    this.#query = query;
  }

  then<Result = Page<Item>, Failure = never>(
    onfulfilled?: ((page: Page<Item>) => Result | PromiseLike<Result>) | null,
    onrejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#read(this.#query).then(onfulfilled, onrejected);
  }

  catch<Failure = never>(onrejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null): Promise<Page<Item> | Failure> {
    return this.then(undefined, onrejected);
  }

  finally(onfinally?: (() => void) | null): Promise<Page<Item>> {
    return this.then().finally(onfinally);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const { orderBy, search, offset, limit = LARGEST_PAGE } = this.#query;
    const isByGid = orderBy === undefined && search === undefined && offset === undefined;
    yield* isByGid ? this.#byGid(limit) : this.#byOffset(offset ?? 0, limit);
  }

  async *#byGid(limit: number): AsyncGenerator<Item, void, undefined> {
    let after: string | undefined;
    for (;;) {
      const where = after === undefined ? this.#query.where : this.#behind(after);
      const { items } = await this.#read({ ...this.#query, ...(where === undefined ? {} : { where }), limit });
      yield* items;
      if (items.length < limit) return;
      after = gidOf(items.at(-1));
    }
  }

  /** The query, restricted to items after the one with this gid. */
  #behind(gid: string): QueryJson {
    const where = queryJson((this.#query.where ?? []) as QueryJson);
    return withCondition(where, ['gid', this.#query.sort === 'asc' ? '>' : '<', gid]);
  }

  async *#byOffset(first: number, limit: number): AsyncGenerator<Item, void, undefined> {
    const seen = new Set<string>();
    const end = String(this.#query.search ?? '').trim() === '' ? Infinity : MAX_RESULTS_OF_SEARCH;
    for (let offset = first; ;) {
      const { items, total_count } = await this.#read({ ...this.#query, offset, limit: Math.min(limit, Math.max(1, end - offset)) });
      for (const item of items) {
        const gid = gidOf(item);
        if (seen.has(gid)) continue;
        seen.add(gid);
        yield item;
      }
      offset += items.length;
      if (items.length === 0 || offset >= Math.min(total_count, end)) return;
    }
  }
}

const gidOf = (item: unknown): string => (item as { gid: string }).gid;
