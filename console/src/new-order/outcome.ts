import { ApiError, type ProjectCreate } from '@partner-ordering/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../api/client.ts';

const TYPING_MS = 400;

/** The outcome of an order by a dry run, asked once the reader has paused; not for an incomplete order. */
export function useOutcome(order: ProjectCreate | undefined) {
  const outcome = useQuery({
    queryKey: ['projects', 'outcome', order],
    // By then it is aborted where the reader has typed on.
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
      return api.dryRunProject(order!, { signal });
    },
    enabled: order !== undefined,
    placeholderData: keepPreviousData,
    // Only for what the reader enters, whatever else changes.
    staleTime: 'static',
    gcTime: 0,
    refetchInterval: false,
  });
  return order && outcome;
}

export type Outcome = ReturnType<typeof useOutcome>;

/** Creates an order once. What got no answer is sent again as it was, by its key, until something else is entered. */
export function useOrdering() {
  const pending = useRef<{ orderJson: string; key: string; body: ProjectCreate } | null>(null);
  return async (order: ProjectCreate): Promise<string> => {
    // Another price is no other intention.
    const orderJson = JSON.stringify({ ...order, price: null });
    if (pending.current?.orderJson !== orderJson) pending.current = { orderJson, key: crypto.randomUUID(), body: order };
    const { key, body } = pending.current;
    try {
      return (await api.createProject(body, { idempotencyKey: key })).gid;
    } catch (error) {
      if (error instanceof ApiError && !error.mayHaveTakenEffect) pending.current = null;
      throw error;
    }
  };
}
