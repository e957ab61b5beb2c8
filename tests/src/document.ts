import * as openapi from '@partner-ordering/openapi';
import { ApiClient } from '@partner-ordering/testing';

export type { Parameter, Schema } from '@partner-ordering/openapi';

/** One documented operation. */
export interface Operation {
  method: string;
  path: string;
  operationId: string;
  isPublic: boolean;
  /** Alternatives; none means that any token will do. */
  scopes: string[];
  parameters: openapi.Parameter[];
  /** The schema of its JSON or form body, references resolved one level; undefined without a body and for uploads. */
  body: openapi.Schema | undefined;
  /** The schema of its 200 with JSON, references resolved one level; undefined without one. */
  answer: openapi.Schema | undefined;
  isForm: boolean;
  /** Media types of its successes; none if all are empty. */
  types: string[];
  statuses: string[];
  /** Names of the shared responses that describe statuses, by status. */
  shared: Readonly<Record<string, string>>;
}

/** Everything that the served document offers, so that a new operation is met by every test that goes through all of them. */
export class Operations {
  readonly all: readonly Operation[];
  readonly #document: openapi.Document;

  constructor(document: openapi.Document) {
    this.#document = document;
    this.all = [...openapi.operationsOf(document)].map((documented) => this.#operation(documented));
  }

  static async read(url: string): Promise<Operations> {
    return new Operations((await new ApiClient(url).get('/v1/openapi.json')).body);
  }

  /** Resolves a `$ref`; returns anything else as it is. */
  resolve<Part extends { $ref?: string }>(part: Part): Part {
    return openapi.resolve(this.#document, part);
  }

  /** An object schema's properties, those of its parts and alternatives included. */
  propertiesOf(schema: openapi.Schema): Record<string, openapi.Schema> {
    return openapi.fieldOf(this.#document, schema).properties ?? {};
  }

  #operation({ path, method, operation, parameters }: openapi.DocumentedOperation): Operation {
    const { operationId, requestBody, responses } = operation;
    const { public: isPublic, scopes } = openapi.accessTo(this.#document, operation);
    const { kind } = openapi.bodyKind(this.#document, operation);
    const content = requestBody && kind !== 'stream' ? Object.values(this.resolve(requestBody).content)[0]?.schema : undefined;
    const answer = openapi.answerSchema(this.#document, operation);
    const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
    return {
      method: method.toUpperCase(),
      path,
      operationId,
      isPublic,
      scopes,
      parameters,
      isForm: kind === 'form',
      body: content && this.resolve(content),
      answer: answer && this.resolve(answer),
      types: [...new Set(successes.flatMap((status) => Object.keys(this.resolve(responses[status]!).content ?? {})))],
      statuses: Object.keys(responses),
      shared: Object.fromEntries(
        Object.entries(responses).flatMap(([status, { $ref }]) => ($ref === undefined ? [] : [[status, openapi.referenceName($ref)]])),
      ),
    };
  }
}
