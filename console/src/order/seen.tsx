import type { Project } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { api } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { filesQuery } from '../api/reads.ts';
import { useSession } from '../app/session.tsx';
import { NewBadge } from '../orders/new-badge.tsx';

/** What others have added after this time is new to the reader; nothing is while it is null. */
const NewSince = createContext<string | null>(null);

/** Remembers when the reader last saw the order. Then says that they see it now, and again whenever others add something. */
export function Visit({ project: { gid, last_seen, has_unseen }, children }: { project: Project; children: ReactNode }) {
  const isFirst = last_seen === null;
  const [newSince, setNewSince] = useState(last_seen ?? (has_unseen ? '' : null));
  // After the first PUT, what comes from then on is new.
  if (newSince === null && last_seen !== null) setNewSince(last_seen);
  const isShown = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible');
  useEffect(() => {
    if (!isShown || !(isFirst || has_unseen)) return;
    // What fails is told at the next visit.
    api.markProjectSeen(gid).then(
      () => queries.invalidateQueries({ queryKey: ['projects'] }),
      () => undefined,
    );
  }, [gid, isShown, isFirst, has_unseen]);
  return <NewSince value={newSince}>{children}</NewSince>;
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Both times are whole seconds, written alike. What comes in the second of the visit counts as seen. */
const isNew = (time: string, newSince: string | null): boolean => newSince !== null && time > newSince;

/** Marks what somebody else added at this time, if it is new to the reader. */
export function New({ at }: { at: string }) {
  return isNew(at, use(NewSince)) && <NewBadge />;
}

/** Marks a file of the brief or the result that somebody else has added since. An order shows its files without their times. */
export function NewFile({ project, kind, url }: { project: Project; kind: 'brief' | 'source'; url: string }) {
  const { me } = useSession();
  const newSince = use(NewSince);
  const files = useQuery(filesQuery(project, kind));
  const file = files.data?.find((each) => each.url === url);
  return file && file.added_by.gid !== me.gid && isNew(file.created_at, newSince) && <NewBadge />;
}
