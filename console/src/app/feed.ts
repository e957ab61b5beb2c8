import { GoneError } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client.ts';
import { isInUse, queries, refresh } from '../api/queries.ts';
import { useSession } from './session.tsx';

const FEED_MS = 5_000;

interface Position {
  next: string;
  hasNews: boolean;
}

const eventsOf = (organization: string, after: string, signal: AbortSignal) =>
  api.listEvents(organization, { after, limit: 1 }, { signal });

/** Whatever is new, all that is shown is asked once: it goes on behind the newest event. */
async function read(organization: string, previous: Position | undefined, signal: AbortSignal): Promise<Position> {
  if (previous !== undefined && !(isInUse() && (await hasEvents(organization, previous.next, signal))))
    return { ...previous, hasNews: false };
  const { next } = await eventsOf(organization, 'latest', signal);
  return { next, hasNews: previous !== undefined };
}

async function hasEvents(organization: string, after: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await eventsOf(organization, after, signal)).items.length > 0;
  } catch (error) {
    // So old that they are no longer kept.
    if (error instanceof GoneError) return true;
    throw error;
  }
}

/** For managers, who may read the feed of their organization: what others change there is shown soon. */
export function useFeed(): void {
  const { organization, isManager } = useSession();
  const queryKey = ['feed', organization?.gid];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(organization!.gid, queries.getQueryData<Position>(queryKey), signal),
    enabled: isManager,
    // `refresh` leaves it out: it would follow itself.
    staleTime: 'static',
    refetchInterval: FEED_MS,
  });
  useEffect(() => {
    if (data?.hasNews) void refresh({ cancelRefetch: false });
  }, [data]);
}
