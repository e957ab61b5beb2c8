import { ApiError, InvalidRequestError, type ProjectCreate } from '@partner-ordering/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api/client.ts';

const TYPING_MS = 400;

/** The text once the reader has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, TYPING_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What would come of an order; nothing is asked before it is whole. */
export function useOutcome(order: ProjectCreate | undefined) {
  const queries = useQueryClient();
  const text = useSettled(JSON.stringify(order ?? null));
  const outcome = useQuery({
    queryKey: ['projects', 'outcome', text],
    queryFn: ({ signal }) =>
      api.createProject(JSON.parse(text) as ProjectCreate, { dry_run: true }, { signal }).catch((error: unknown) => {
        if (error instanceof InvalidRequestError) void queries.invalidateQueries({ queryKey: ['prices'] });
        throw error;
      }),
    enabled: order !== undefined && text !== 'null',
    refetchInterval: false,
  });
  return order && outcome;
}

export type Outcome = ReturnType<typeof useOutcome>;

/** Creates an order once. What got no answer is sent again as it was, by its key, until something else is entered. */
export function useOrdering() {
  const open = useRef<{ entered: string; key: string; body: ProjectCreate } | null>(null);
  return async (order: ProjectCreate): Promise<string> => {
    // Another price is no other intention.
    const entered = JSON.stringify({ ...order, price: null });
    if (open.current?.entered !== entered) open.current = { entered, key: crypto.randomUUID(), body: order };
    const { key, body } = open.current;
    try {
      return (await api.createProject(body, {}, { idempotencyKey: key })).gid;
    } catch (error) {
      if (error instanceof ApiError && !error.mayHaveTakenEffect) open.current = null;
      throw error;
    }
  };
}
