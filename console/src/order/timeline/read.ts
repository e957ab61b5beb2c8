import type { Project, ProjectStep } from '@partner-ordering/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { filesQuery, sharesQuery } from '../../api/reads.ts';
import { worksQuery } from '../judging/works.ts';
import { isFinished } from '../step.ts';
import type { Entry, EntryOf, Newest } from './entries.ts';

/** The most entries of a page, and the most addresses of a search for comments. */
const PAGE = 100;

/** What happened with an order: of each source the newest, so many pages at most. */
export function useTimeline(project: Project, pages: number) {
  const { gid, href, state, options, brief_files } = project;
  const has = { works: state === 'published' && options.mode === 'multi', brief: brief_files.length > 0, result: isFinished(project) };
  return useQuery({
    queryKey: ['timeline', gid, pages, has],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal, client }): Promise<Newest<Entry>[]> => {
      const newest = <Item>(read: ReadPage<Item>) => newestOf(read, pages);
      const filesOf = (kind: 'brief' | 'source') => newest(({ offset }) => client.fetchQuery(filesQuery(gid, kind, offset)));
      const commentsOn = (uris: string[]) => newest((page) => api.listComments({ ...page, where: (c) => c.uri.in(uris) }, { signal }));
      const readWorks = has.works ? client.fetchQuery(worksQuery(gid)) : Promise.resolve([]);
      const [works, comments, messages, steps, shares, brief, source] = await Promise.all([
        readWorks,
        readWorks.then((all) => Promise.all(inPages([href, ...all.map((work) => work.href)]).map(commentsOn))),
        newest((page) => api.listMessages(gid, page, { signal })),
        newest((page) => api.listProjectHistory(gid, page, { signal })),
        client.fetchQuery(sharesQuery(gid)),
        has.brief ? filesOf('brief') : none,
        has.result ? filesOf('source') : none,
      ]);
      const workAt = new Map(works.map((work) => [work.href, work]));
      const proposals = new Map(steps.items.map((step) => [messageOf(step), step]));
      return [
        entriesOf('message', messages, (message) => ({ ...message, proposal: proposals.get(message.gid) })),
        entriesOf('step', steps, same),
        entriesOf('work', { items: works }, same),
        ...comments.map((some) => entriesOf('comment', some, (comment) => ({ ...comment, work: workAt.get(comment.uri) }))),
        entriesOf('share', shares, same),
        entriesOf('brief', brief, same),
        entriesOf('source', source, same),
      ];
    },
  });
}

const none = { items: [] };
const same = <Item>(item: Item): Item => item;

/** The message that the proposal of a step was sent with. */
const messageOf = ({ proposal }: ProjectStep): string | undefined =>
  (proposal as { message?: { gid: string } | null } | null)?.message?.gid;

const entriesOf = <Kind extends Entry['kind'], Item>(
  kind: Kind,
  { items, hasEarlier = false }: Newest<Item>,
  itemOf: (item: Item) => EntryOf<Kind>['item'],
): Newest<Entry> => ({ items: items.map((item) => ({ kind, item: itemOf(item) }) as Entry), hasEarlier });

type ReadPage<Item> = (page: { orderBy: 'created_at'; sort: 'desc'; limit: number; offset: number }) => PromiseLike<{
  items: Item[];
  total_count: number;
}>;

async function newestOf<Item>(read: ReadPage<Item>, pages: number): Promise<Newest<Item>> {
  const items: Item[] = [];
  for (let offset = 0; ;) {
    const page = await read({ orderBy: 'created_at', sort: 'desc', limit: PAGE, offset });
    items.push(...page.items);
    offset += PAGE;
    const hasEarlier = offset < page.total_count;
    if (!hasEarlier || offset >= pages * PAGE) return { items, hasEarlier };
  }
}

const inPages = (uris: string[]): string[][] =>
  Array.from({ length: Math.ceil(uris.length / PAGE) }, (_, number) => uris.slice(number * PAGE, (number + 1) * PAGE));
