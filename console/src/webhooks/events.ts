import type { EventFilter } from '@partner-ordering/client';

/** The subjects of events: the word before their dot. */
export type EventGroup = EventFilter extends infer Filter ? (Filter extends `${infer Group}.*` ? Group : never) : never;
type NamesOf<Group extends string> = EventFilter extends infer Filter ? (Filter extends `${Group}.${infer Name}` ? Name : never) : never;

/** The types of events that a webhook can choose from. The API's own names, since its developers meet them in each event. */
export const eventGroups: { readonly [Group in EventGroup]: readonly Exclude<NamesOf<Group>, '*'>[] } = {
  project: [
    ...(['created', 'updated', 'published', 'approval_required', 'withdrawn', 'proposal_requested', 'proposed', 'shared'] as const),
    ...(['unshared', 'assigned', 'delivered', 'rejected', 'finished', 'paid', 'message_posted', 'work_posted'] as const),
    ...(['brief_file_added', 'brief_file_removed', 'source_file_added', 'canceled', 'deleted'] as const),
  ],
  receipt: ['created', 'paid', 'charge_failed', 'file_added'],
  invoice: ['created', 'paid', 'voided', 'overdue', 'file_added'],
  credit_note: ['created', 'file_added'],
  member: ['joined', 'left', 'budget_changed', 'role_changed'],
  invitation: ['accepted'],
  product: ['changed', 'withdrawn'],
  price: ['changed', 'deleted'],
  prices: ['imported'],
};
export const groups = Object.keys(eventGroups) as EventGroup[];

/** The filters of a group: that of all its events, and one for each. */
export const filtersOf = (group: EventGroup): { all: EventFilter; each: EventFilter[] } => ({
  all: `${group}.*`,
  each: eventGroups[group].map((name) => `${group}.${name}` as EventFilter),
});
