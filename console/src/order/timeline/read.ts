import type { Project, ProjectStep } from '@partner-ordering/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { filesQuery, sharesQuery } from '../../api/reads.ts';
import { worksQuery } from '../judging/works.ts';
import { isFinished } from '../step.ts';
import type { Entry, EntryOf, Newest } from './entries.ts';

/** The most entries of a page, and the most addresses of a search for comments. */
const PAGE = 100;
const newest = { orderBy: 'created_at', sort: 'desc', limit: PAGE } as const;

/** What happened with an order: of each source the newest, so many pages at most. */
export function useTimeline(project: Project, pages: number) {
  const { gid, href, state, options, brief_files } = project;
  const has = { works: state === 'published' && options.mode === 'multi', brief: brief_files.length > 0, result: isFinished(project) };
  return useQuery({
    queryKey: ['timeline', gid, pages, has],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal, client }): Promise<Newest<Entry>[]> => {
      const first = <Item>(list: AsyncIterable<Item>) => firstOf(list, pages * PAGE - 1);
      const commentsOn = (uris: string[]) => first(api.listComments({ ...newest, where: (c) => c.uri.in(uris) }, { signal }));
      const readWorks = has.works ? client.fetchQuery(worksQuery(gid)) : Promise.resolve([]);
      const [works, comments, messages, steps, shares, brief, source] = await Promise.all([
        readWorks,
        readWorks.then((all) => Promise.all(inPages([href, ...all.map((work) => work.href)]).map(commentsOn))),
        first(api.listMessages(gid, newest, { signal })),
        first(api.listProjectHistory(gid, newest, { signal })),
        client.fetchQuery(sharesQuery(gid)),
        has.brief ? client.fetchQuery(filesQuery(gid, 'brief')) : [],
        has.result ? client.fetchQuery(filesQuery(gid, 'source')) : [],
      ]);
      const workAt = new Map(works.map((work) => [work.href, work]));
      const proposals = new Map(steps.items.map((step) => [messageOf(step), step]));
      return [
        entriesOf('message', messages, (message) => ({ ...message, proposal: proposals.get(message.gid) })),
        entriesOf('step', steps),
        entriesOf('work', { items: works }),
        ...comments.map((some) => entriesOf('comment', some, (comment) => ({ ...comment, work: workAt.get(comment.uri) }))),
        entriesOf('share', shares),
        entriesOf('brief', { items: brief }),
        entriesOf('source', { items: source }),
      ];
    },
  });
}

/** The message that the proposal of a step was sent with. */
const messageOf = ({ proposal }: ProjectStep): string | undefined =>
  (proposal as { message?: { gid: string } | null } | null)?.message?.gid;

const entriesOf = <Kind extends Entry['kind'], Item = EntryOf<Kind>['item']>(
  kind: Kind,
  { items, hasEarlier = false }: Newest<Item>,
  itemOf: (item: Item) => unknown = (item) => item,
): Newest<Entry> => ({ items: items.map((item) => ({ kind, item: itemOf(item) }) as Entry), hasEarlier });

/** One less than whole pages tells whether there are others without another request. */
async function firstOf<Item>(list: AsyncIterable<Item>, most: number): Promise<Newest<Item>> {
  const items: Item[] = [];
  for await (const item of list) if (items.push(item) > most) return { items: items.slice(0, most), hasEarlier: true };
  return { items };
}

const inPages = (uris: string[]): string[][] =>
  Array.from({ length: Math.ceil(uris.length / PAGE) }, (_, number) => uris.slice(number * PAGE, (number + 1) * PAGE));
