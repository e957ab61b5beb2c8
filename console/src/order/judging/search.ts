import type { WorkMarkWrite } from '@partner-ordering/client';
import { choiceParameter, textParameter, type Search } from '../../text/search.ts';

/** What the filter of works offers: a mark, or those without one. */
export const shownMarks = ['shortlist', 'out', 'unmarked'] as const satisfies readonly (WorkMarkWrite | 'unmarked')[];

export type ShownMark = (typeof shownMarks)[number];

/** Which works are offered, and which stand beside the judged one: their gids, separated by commas. */
export const judgingSearch = (search: Search): { mark?: ShownMark | undefined; beside?: string | undefined } => ({
  mark: choiceParameter(search['mark'], shownMarks),
  beside: textParameter(search['beside']),
});
