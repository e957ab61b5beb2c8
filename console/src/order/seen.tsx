import type { Project } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { api } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { useSession } from '../app/session.tsx';
import { NewBadge } from '../orders/new-badge.tsx';

/** When the reader saw the order before this visit; null for never, undefined outside of one. */
const PreviousVisit = createContext<string | null | undefined>(undefined);

/** Remembers when the reader last saw the order, then says that they see it now, and again whenever others add something. */
export function Visit({ project: { gid, last_seen, has_unseen }, children }: { project: Project; children: ReactNode }) {
  const [previousVisit] = useState(last_seen);
  const isShown = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible');
  const isTold = useRef(false);
  useEffect(() => {
    if (!isShown || (isTold.current && !has_unseen)) return;
    isTold.current = true;
    // What fails is told at the next visit.
    api.markProjectSeen(gid).then(
      () => queries.invalidateQueries({ queryKey: ['projects'] }),
      () => undefined,
    );
  }, [gid, isShown, has_unseen]);
  return <PreviousVisit value={previousVisit}>{children}</PreviousVisit>;
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether this time is after the reader's previous visit. Both are written alike. */
const isSince = (time: string, previousVisit: string | null | undefined): boolean =>
  previousVisit !== undefined && (previousVisit === null || time > previousVisit);

/** Marks what somebody else added at this time, if the reader has not seen it before. */
export function New({ at }: { at: string }) {
  return isSince(at, use(PreviousVisit)) && <NewBadge />;
}

/** Marks a file of the brief or the result that somebody else has added since. An order shows its files without their times. */
export function NewFile({ gid, kind, url }: { gid: string; kind: 'brief' | 'source'; url: string }) {
  const { me } = useSession();
  const previousVisit = use(PreviousVisit);
  const files = useQuery({
    queryKey: ['projects', gid, 'files', kind],
    queryFn: ({ signal }) => {
      const newest = { orderBy: 'created_at', sort: 'desc', limit: 100 } as const;
      return (kind === 'brief' ? api.listBriefFiles(gid, newest, { signal }) : api.listSourceFiles(gid, newest, { signal })).then();
    },
  });
  const file = files.data?.items.find((each) => each.url === url);
  return file && file.added_by.gid !== me.gid && isSince(file.created_at, previousVisit) && <NewBadge />;
}
