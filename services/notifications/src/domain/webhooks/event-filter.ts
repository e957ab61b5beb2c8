import document from '../../../generated/openapi.json' with { type: 'json' };

/** All event types of the document. */
export const eventTypes: readonly string[] = document.components.schemas.EventFilter.enum.filter((type) => !type.endsWith('.*'));

/** Whether a webhook gets events of this type. `events`: types, and `project.*` for all with this prefix; null is all. */
export const isSubscribed = (events: readonly string[] | null, type: string): boolean =>
  events === null || events.includes(type) || events.includes(`${type.slice(0, type.indexOf('.'))}.*`);
