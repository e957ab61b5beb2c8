import type { WorkSummary } from '@partner-ordering/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { allOf } from '../../api/reads.ts';

/** A work with its number in the contest, from 1 in the order of time. It tells two works of one person apart. */
export type NumberedWork = WorkSummary & { number: number };

/** All works of an order, the newest first. */
export const worksQuery = (project: string) =>
  queryOptions({
    queryKey: ['works', 'of', project],
    queryFn: async ({ signal }): Promise<NumberedWork[]> => {
      const list = api.listWorks({ where: (w) => w.project.gid.eq(project), orderBy: 'created_at', sort: 'asc', limit: 100 }, { signal });
      return (await allOf(list)).map((work, index) => ({ ...work, number: index + 1 })).toReversed();
    },
  });

/** The gid of the work that this one varies, or its own. */
const originalOf = ({ gid, parent }: WorkSummary): string => parent?.gid ?? gid;

/** A work with its variations, the oldest first. */
export const versionsOf = (work: WorkSummary, works: readonly NumberedWork[]): readonly NumberedWork[] =>
  works.filter((other) => originalOf(other) === originalOf(work)).toReversed();

/** The next of these works, or the one before: their numbers fall. The work itself need not be among them. */
export const neighborOf = ({ number }: NumberedWork, works: readonly NumberedWork[], direction: 1 | -1): NumberedWork | undefined =>
  direction === 1 ? works.find((work) => work.number < number) : works.findLast((work) => work.number > number);
