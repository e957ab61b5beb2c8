/** The page of events: each with its example and its fields, from the callbacks of the served document. */
import { type Document, exampleOf, fieldOf, operationsOf, type Schema } from '@partner-ordering/openapi';
import { inOneLine, typeText } from './document.ts';

interface Event {
  type: string;
  summary: string;
  example: unknown;
  /** The parts of `data`. */
  parts: Readonly<Record<string, Schema>>;
}

/** The page in Markdown. */
export function eventsPage(document: Document): string {
  const events = eventsOf(document);
  const objects = new Map(events.flatMap(({ parts }) => Object.values(parts).map((part) => [nameOf(part), part] as const)));
  return [
    '# Events',
    'Each event is sent to the [webhooks](/docs/webhooks) of an organization, and stands in its [feed](/docs/webhooks#the-feed). ' +
      '[An event](/docs/webhooks#an-event) describes the fields around `data`.',
    ...events.map(eventSection),
    '## Objects in events',
    ...[...objects].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, schema]) => objectSection(document, name, schema)),
  ].join('\n\n');
}

/** The anchor of an event: `project-brief-file-added`. */
export const eventAnchor = (type: string): string => type.replaceAll(/[._]/g, '-');

/** The events of the document, in its order. */
export function eventsOf(document: Document): Event[] {
  const callbacks = [...operationsOf(document)].flatMap(({ operation }) => Object.entries(operation.callbacks ?? {}));
  return callbacks.map(([type, items]) => {
    const { description = type, requestBody } = Object.values(items)[0]!.post!;
    const { schema = {}, example = exampleOf(document, schema) } = requestBody!.content['application/json']!;
    const { data = {} } = fieldOf(document, schema).properties ?? {};
    return { type, summary: description, example, parts: fieldOf(document, data).properties ?? {} };
  });
}

const nameOf = (schema: Schema): string => schema.$ref!.slice(schema.$ref!.lastIndexOf('/') + 1);

function eventSection({ type, summary, example, parts }: Event): string {
  const links = Object.entries(parts).map(([part, schema]) => `\`${part}\` ([${nameOf(schema)}](#${nameOf(schema).toLowerCase()}))`);
  return [
    `## ${type} {#${eventAnchor(type)}}`,
    summary,
    links.length === 0 ? '`data` is empty.' : `\`data\` has ${links.join(' and ')}.`,
    // Colored, the examples of all events would be half a megabyte of HTML.
    `\`\`\`\n${JSON.stringify(example, null, 2)}\n\`\`\``,
  ].join('\n\n');
}

function objectSection(document: Document, name: string, schema: Schema): string {
  const { description, properties = {} } = fieldOf(document, schema);
  const rows = Object.entries(properties).map(([field, type]) => {
    return `| \`${field}\` | ${typeText(document, type)} | ${inOneLine(fieldOf(document, type).description ?? '')} |`;
  });
  const texts = description === undefined ? [] : [description];
  return [`### ${name} {#${name.toLowerCase()}}`, ...texts, ['| field | type | meaning |', '| --- | --- | --- |', ...rows].join('\n')].join(
    '\n\n',
  );
}
