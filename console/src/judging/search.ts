import type { WorkMark } from '@partner-ordering/client';
import { choiceParameter, textParameter, type Search } from '../text/search.ts';

/** What the filter of works offers: a mark, or those without one. */
export const SHOWN_MARKS = ['shortlist', 'out', 'unmarked'] as const satisfies readonly (WorkMark | 'unmarked')[];

export type ShownMark = (typeof SHOWN_MARKS)[number];

/** Which works are offered, and which stand beside the judged one: their gids, separated by commas. */
export const judgingSearch = (search: Search): { mark?: ShownMark | undefined; beside?: string | undefined } => ({
  mark: choiceParameter(search['mark'], SHOWN_MARKS),
  beside: textParameter(search['beside']),
});
