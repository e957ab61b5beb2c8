import type { Schema } from '../document.ts';

interface Response {
  $ref?: string;
  content?: Record<string, { schema: Schema }>;
}

interface PublicDocument {
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, Response> }>>;
}

/** One recorded answer. */
interface Recorded {
  title: string;
  status: string;
  body: string;
}

/** The answers in JSON of a file of the corpus, with values in place of what stands for a number. */
export function jsonAnswers(text: string): Recorded[] {
  return text.split(/^### /m).flatMap((exchange) => {
    const [, status, headers, body] = /\nHTTP\/1\.1 (\d+)[^\n]*\n((?:[^\n]+\n)*)\n([^\n]*)/.exec(exchange) ?? [];
    if (!body || !status || !/^content-type: application\/json/m.test(headers!)) return [];
    if (/^<\d+ bytes|^<[a-z ]+ of /.test(body)) return [];
    return [{ title: exchange.split('\n', 1)[0]!, status, body: withValues(body) }];
  });
}

/** The etag of the corpus stands for its quotation marks too. */
const withValues = (body: string): string =>
  body
    .replaceAll(/(?<=:)<(?:wait|duration|seconds)>/g, '1')
    .replaceAll('<lastSeen>', 'null')
    .replaceAll(/(?<="etag":"\\)(<etag:\d+>)"/g, '"$1\\""');

/** Says of each JSON answer of an operation in what it is not compact or not in the order of the document. */
export class JsonForm {
  readonly #document: PublicDocument;

  constructor(document: PublicDocument) {
    this.#document = document;
  }

  /** The operations whose documented answers hold JSON. */
  get operations(): string[] {
    return this.#all().map(({ operationId }) => operationId!);
  }

  faults(operationId: string, text: string): string[] {
    const { responses = {} } = this.#all().find((operation) => operation.operationId === operationId) ?? {};
    return jsonAnswers(text).flatMap(({ title, status, body }) => {
      const json = parsed(body);
      if (json === undefined) return [`${operationId}, ${title}: is no JSON: ${body.slice(0, 80)}`];
      const isCompact = JSON.stringify(json) === body;
      const response = responses[status] ?? responses['default'];
      const schema = response && this.#resolve(response).content?.['application/json']?.schema;
      const found = schema ? this.#disorder(schema, json, '') : [];
      return [...(isCompact ? [] : ['has blanks, or numbers and letters written otherwise than JSON.stringify does']), ...found].map(
        (fault) => `${operationId}, ${title}: ${fault}`,
      );
    });
  }

  #all() {
    return Object.values(this.#document.paths).flatMap((item) =>
      Object.values(item).filter(({ operationId }) => operationId !== undefined),
    );
  }

  #resolve<Part extends { $ref?: string }>(part: Part): Part {
    if (part.$ref === undefined) return part;
    const keys = part.$ref.split('/').slice(1);
    return this.#resolve(keys.reduce((node: unknown, key) => (node as Record<string, unknown>)[key], this.#document) as Part);
  }

  /** An object's properties in the order of the document, those of its parts first. */
  #properties(given: Schema): [string, Schema][] {
    const { allOf = [], properties = {} } = this.#resolve(given);
    return [...allOf.flatMap((part) => this.#properties(part)), ...Object.entries(properties)];
  }

  /** Of alternatives, the one that knows all the keys. */
  #alternative(given: Schema, keys: readonly string[]): Schema {
    const { oneOf } = this.#resolve(given);
    const knows = (schema: Schema) => keys.every((key) => this.#properties(schema).some(([name]) => name === key));
    return oneOf?.map((part) => this.#alternative(part, keys)).find(knows) ?? given;
  }

  #disorder(given: Schema, json: unknown, path: string): string[] {
    if (Array.isArray(json)) {
      const list = this.#resolve(this.#resolve(given).oneOf?.find((part) => this.#resolve(part).items) ?? given);
      return list.items ? json.flatMap((item) => this.#disorder(list.items!, item, `${path}[]`)) : [];
    }
    if (json === null || typeof json !== 'object') return [];
    const keys = Object.keys(json);
    const properties = this.#properties(this.#alternative(given, keys));
    const inOrder = properties.map(([name]) => name).filter((name) => keys.includes(name));
    const known = keys.filter((key) => inOrder.includes(key));
    return [
      ...(known.join() === inOrder.join() ? [] : [`${path || 'the answer'} has ${known.join(', ')}, the document ${inOrder.join(', ')}`]),
      ...properties.flatMap(([name, schema]) =>
        keys.includes(name) ? this.#disorder(schema, (json as Record<string, unknown>)[name], path ? `${path}.${name}` : name) : [],
      ),
    ];
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
