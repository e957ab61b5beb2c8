import type { Project } from '@partner-ordering/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { filesQuery, sharesQuery } from '../../api/reads.ts';
import { worksQuery } from '../judging/works.ts';
import type { Entry, Newest } from './entries.ts';

/** The most entries of a page, and the most addresses of a search for comments. */
const PAGE = 100;
const newest = { orderBy: 'created_at', sort: 'desc', limit: PAGE } as const;
/** Who sees an order changes rarely. */
const SHARES_STALE_MS = 60_000;

/** What happened with an order: of each source the newest, so many pages at most. */
export function useTimeline(project: Project, pages: number) {
  const { gid, href, state, options, brief_files, source_files } = project;
  const isContest = state === 'published' && options.mode === 'multi';
  return useQuery({
    queryKey: ['timeline', gid, pages, isContest, brief_files.length, source_files.length],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal, client }): Promise<Newest<Entry>[]> => {
      const first = <Item>(list: AsyncIterable<Item>) => firstOf(list, pages * PAGE - 1);
      const works = isContest ? client.fetchQuery(worksQuery(gid)) : Promise.resolve([]);
      const readComments = async () => {
        const uris = [href, ...(await works).map((work) => work.href)];
        const parts = Array.from({ length: Math.ceil(uris.length / PAGE) }, (_, part) => uris.slice(part * PAGE, (part + 1) * PAGE));
        return Promise.all(parts.map((part) => first(api.listComments({ ...newest, where: (c) => c.uri.in(part) }, { signal }))));
      };
      const [allWorks, messages, steps, comments, shares, brief, source] = await Promise.all([
        works,
        first(api.listMessages(gid, newest, { signal })),
        first(api.listProjectHistory(gid, newest, { signal })),
        readComments(),
        client.fetchQuery({ ...sharesQuery(gid), staleTime: SHARES_STALE_MS }),
        brief_files.length > 0 ? client.fetchQuery(filesQuery(project, 'brief')) : [],
        source_files.length > 0 ? client.fetchQuery(filesQuery(project, 'source')) : [],
      ]);
      const workAt = new Map(allWorks.map((work) => [work.href, work]));
      const proposals = new Map(steps.items.map((step) => [step.proposal?.message?.gid, step]));
      return [
        entriesOf(messages, (item) => ({ kind: 'message', item: { ...item, proposal: proposals.get(item.gid) } })),
        entriesOf(steps, (item) => ({ kind: 'step', item })),
        ...comments.map((part) => entriesOf(part, (item) => ({ kind: 'comment', item: { ...item, work: workAt.get(item.uri) } }))),
        entriesOf({ items: allWorks }, (item) => ({ kind: 'work', item })),
        entriesOf(shares, (item) => ({ kind: 'share', item })),
        entriesOf({ items: brief }, (item) => ({ kind: 'brief', item })),
        entriesOf({ items: source }, (item) => ({ kind: 'source', item })),
      ];
    },
  });
}

const entriesOf = <Item>({ items, hasEarlier = false }: Newest<Item>, entryOf: (item: Item) => Entry): Newest<Entry> => ({
  items: items.map(entryOf),
  hasEarlier,
});

/** One less than whole pages tells whether there are others without another request. */
async function firstOf<Item>(list: AsyncIterable<Item>, most: number): Promise<Newest<Item>> {
  const items: Item[] = [];
  for await (const item of list) if (items.push(item) > most) return { items: items.slice(0, most), hasEarlier: true };
  return { items };
}
