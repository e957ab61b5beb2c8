import { ApiClient } from '@partner-ordering/testing';

/** A JSON Schema as the document writes it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
}

/** One documented operation. */
export interface Operation {
  method: string;
  path: string;
  operationId: string;
  isPublic: boolean;
  /** Alternatives; none means that any token will do. */
  scopes: string[];
  parameters: Parameter[];
  /** Of its JSON or form body, references resolved one level; undefined without a body and for uploads. */
  body: Schema | undefined;
  /** Of the JSON of its 200, references resolved one level; undefined without one. */
  shown: Schema | undefined;
  isForm: boolean;
  /** Media types of its successes; none if all are empty. */
  types: string[];
  /** Documented statuses. */
  statuses: string[];
  /** Names of the shared responses that describe statuses, by status. */
  shared: Readonly<Record<string, string>>;
}

interface RawOperation {
  operationId: string;
  security: { oauth2?: string[] }[];
  parameters?: (Parameter & { $ref?: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>;
}

interface ApiDocument {
  paths: Record<string, Record<string, RawOperation> & { parameters?: (Parameter & { $ref?: string })[] }>;
}

/** Everything that the served document offers, so that a new operation is met by every test that goes through all of them. */
export class Operations {
  readonly all: readonly Operation[];
  readonly #document: ApiDocument;

  constructor(document: ApiDocument) {
    this.#document = document;
    this.all = Object.entries(document.paths).flatMap(([path, { parameters = [], ...item }]) =>
      Object.entries(item).map(([method, raw]) => this.#operation(method, path, raw as RawOperation, parameters)),
    );
  }

  static async of(url: string): Promise<Operations> {
    return new Operations((await new ApiClient(url).get('/v1/openapi.json')).body);
  }

  /** What a `$ref` points to; anything else is itself. */
  resolve<Part extends { $ref?: string }>(part: Part): Part {
    if (part.$ref === undefined) return part;
    const found = part.$ref
      .split('/')
      .slice(1)
      .reduce((node: unknown, key) => (node as Record<string, unknown>)[key], this.#document);
    return this.resolve(found as Part);
  }

  /** An object schema's properties, those of its parts included. */
  propertiesOf(given: Schema): Record<string, Schema> {
    const schema = this.resolve(given);
    const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? [])].map((part) => this.propertiesOf(part));
    return Object.assign({}, ...parts, schema.properties);
  }

  #operation(method: string, path: string, raw: RawOperation, shared: (Parameter & { $ref?: string })[]): Operation {
    const requestBody = raw.requestBody && this.resolve(raw.requestBody as { $ref?: string } & typeof raw.requestBody);
    const content = requestBody && Object.entries(requestBody.content)[0];
    const success = raw.responses['200'] && this.resolve(raw.responses['200']).content?.['application/json'];
    const references = Object.entries(raw.responses).flatMap(([status, { $ref }]) => ($ref === undefined ? [] : [[status, $ref] as const]));
    const successes = Object.keys(raw.responses).filter((status) => status.startsWith('2'));
    return {
      method: method.toUpperCase(),
      path,
      operationId: raw.operationId,
      isPublic: raw.security.length === 0 || raw.security.some((requirement) => Object.keys(requirement).length === 0),
      scopes: raw.security.flatMap(({ oauth2 = [] }) => oauth2),
      parameters: [...shared, ...(raw.parameters ?? [])].map((parameter) => this.resolve(parameter)),
      body: content && content[0] !== 'multipart/form-data' ? this.resolve(content[1].schema) : undefined,
      shown: success && this.resolve(success.schema),
      isForm: content?.[0] === 'application/x-www-form-urlencoded',
      types: [...new Set(successes.flatMap((status) => Object.keys(this.resolve(raw.responses[status]!).content ?? {})))],
      statuses: Object.keys(raw.responses),
      shared: Object.fromEntries(references.map(([status, $ref]) => [status, $ref.split('/').at(-1)!])),
    };
  }
}
