import document from '../../../generated/openapi.json' with { type: 'json' };

/** All types of events, as the document has them for whoever chooses some. */
export const eventTypes: readonly string[] = document.components.schemas.EventFilter.enum.filter((type) => !type.endsWith('.*'));

/**
 * Whether a webhook with these types is told of an event of this one. @param events types, and `project.*` for all that begin so; null is
 * all
 */
export const isTold = (events: readonly string[] | null, type: string): boolean =>
  events === null || events.includes(type) || events.includes(`${type.slice(0, type.indexOf('.'))}.*`);
