/** The requests of a workflow of docs/partners/workflows, as the three languages show them. */
import type { Document, Part } from '@partner-ordering/openapi';

/** A constant, or a text of constants and variables. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };
export type TextPart = string | Variable;

/** An input of the workflow, or what an earlier answer has. */
export interface Variable {
  name: string;
  isInput: boolean;
}

/** Where something stands in an answer. */
export interface Place {
  keys: readonly string[];
  /** Whether the document allows null at each key. */
  nullable: readonly boolean[];
}

/** A step. */
export interface Request {
  id: string;
  description: string;
  operationId: string;
  method: string;
  path: string;
  /** Whose token it has: an input, or the output of a step; undefined before there is one. */
  token: Variable | undefined;
  /** Whether the operation takes no token, so that only our client names a person. */
  isPublic: boolean;
  pathValues: Readonly<Record<string, Value>>;
  query: Readonly<Record<string, Value>>;
  headers: Readonly<Record<string, Value>>;
  body: Value | undefined;
  bodyType: string | undefined;
  status: number;
  outputs: readonly (Place & { name: string })[];
  /** What an answer has in the end; the request is repeated while it is null. */
  until: Place | undefined;
}

/** The only workflow of a file. */
export interface Workflow {
  inputs: readonly string[];
  requests: readonly Request[];
  /** Names of the variables that are numbers. */
  numbers: ReadonlySet<string>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  value: Value;
}

interface Step {
  stepId: string;
  description: string;
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { contentType: string; payload: Value };
  successCriteria: { condition: string }[];
  onFailure?: object[];
  outputs?: Record<string, string>;
}

/** A file of Arazzo with one workflow. */
export interface ArazzoFile {
  workflows: [{ summary: string; inputs: { properties: Record<string, object> }; parameters?: Parameter[]; steps: Step[] }];
}

const expression = /\$inputs\.(\w+)|\$steps\.\w+\.outputs\.(\w+)/;

/** The constants and variables of a text: `$inputs.a`, or `of {$steps.order.outputs.project}`. */
export function partsOf(text: string): TextPart[] {
  const variable = (found: string): Variable => {
    const [, input, output] = expression.exec(found)!;
    return { name: (input ?? output)!, isInput: input !== undefined };
  };
  if (new RegExp(`^(?:${expression.source})$`).test(text)) return [variable(text)];
  const parts = text.split(/(\{\$[\w.]+\})/).filter((part) => part !== '');
  return parts.map((part) => (part.startsWith('{$') ? variable(part) : part));
}

/** The requests of the file's workflow. Throws for operations that the document does not have. */
export function workflowOf(file: ArazzoFile, document: Document): Workflow {
  const [{ inputs, parameters = [], steps }] = file.workflows;
  const numbers = new Set<string>();
  const requests = steps.map((step) => {
    const request = requestOf(step, parameters, document);
    for (const [name, pointer] of Object.entries(step.outputs ?? {}))
      if (walk(step.operationId, pointer, document).type === 'number') numbers.add(name);
    return request;
  });
  return { inputs: Object.keys(inputs.properties), requests, numbers };
}

function requestOf(step: Step, shared: Parameter[], document: Document): Request {
  const { method, path, operation } = operationOf(step.operationId, document);
  const parameters = [...shared.filter(({ name }) => !step.parameters?.some((own) => own.name === name)), ...(step.parameters ?? [])];
  const valuesIn = (place: string): Record<string, Value> =>
    Object.fromEntries(parameters.filter((one) => one.in === place).map(({ name, value }) => [name, value]));
  const { Authorization: authorization, ...headers } = valuesIn('header');
  const conditions = step.successCriteria.map(({ condition }) => condition);
  return {
    id: step.stepId,
    description: step.description,
    operationId: step.operationId,
    method,
    path,
    pathValues: valuesIn('path'),
    query: valuesIn('query'),
    headers,
    body: step.requestBody?.payload,
    bodyType: step.requestBody?.contentType,
    status: Number(conditions[0]!.replace('$statusCode == ', '')),
    isPublic: (operation['security'] as unknown[] | undefined)?.length === 0,
    token: typeof authorization === 'string' ? (partsOf(authorization)[1] as Variable) : undefined,
    outputs: Object.entries(step.outputs ?? {}).map(([name, place]) => ({ name, ...walk(step.operationId, place, document) })),
    until: step.onFailure && walk(step.operationId, /^(\S+) != null$/.exec(conditions.at(-1)!)![1]!, document),
  };
}

function operationOf(operationId: string, document: Document): { method: string; path: string; operation: Part } {
  for (const [path, item] of Object.entries(document.paths as Record<string, Record<string, Part>>))
    for (const [method, operation] of Object.entries(item))
      if (operation['operationId'] === operationId) return { method, path, operation };
  throw new Error(`there is no operation ${operationId}`);
}

/** Follows `$response.body#/items/0/gid` through the schema of the answer; a creation's answer has none, and a text there. */
function walk(operationId: string, pointer: string, document: Document): Place & { type: unknown } {
  const keys = pointer.replace('$response.body#/', '').split('/');
  const responses = operationOf(operationId, document).operation['responses'] as Record<string, Part>;
  const { content } = (responses['200'] ?? {}) as { content?: Record<string, { schema: Part }> };
  let { schema } = resolved(responses['201'] ? undefined : Object.values(content ?? {})[0]?.schema, document);
  const nullable = keys.map((key) => {
    const { properties, items } = (schema ?? {}) as { properties?: Record<string, Part>; items?: Part };
    const next = resolved(/^\d+$/.test(key) ? items : properties?.[key], document);
    schema = next.schema;
    return next.isNullable;
  });
  return { keys, nullable, type: schema?.['type'] };
}

/** A schema without reference and null. */
function resolved(schema: Part | undefined, document: Document): { schema: Part | undefined; isNullable: boolean } {
  const either = schema?.['oneOf'] as Part[] | undefined;
  const isNullable = either?.some(({ type }) => type === 'null') ?? false;
  const one = either ? either.find(({ type }) => type !== 'null') : schema;
  const name = (one?.['$ref'] as string | undefined)?.split('/').at(-1);
  const found = name === undefined ? one : ((document['components'] as Part)['schemas'] as Record<string, Part>)[name];
  return { schema: found, isNullable };
}
