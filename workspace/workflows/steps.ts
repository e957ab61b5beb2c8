/** The requests of a workflow of docs/partners/workflows, as the three languages show them. */
import {
  accessTo,
  answerSchema,
  fieldAt,
  operationsOf,
  type Document,
  type DocumentedOperation,
  type Operation,
} from '@partner-ordering/openapi';

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
  /** The types that the document allows at each key. */
  types: readonly (readonly string[])[];
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

/** The requests of the file's workflow. Throws for operations and parts of answers that the document does not have. */
export function workflowOf(file: ArazzoFile, document: Document): Workflow {
  const [{ inputs, parameters = [], steps }] = file.workflows;
  const operations = new Map([...operationsOf(document)].map((each) => [each.operation.operationId, each]));
  const requests = steps.map((step) => requestOf(step, parameters, document, operations.get(step.operationId)));
  const outputs = requests.flatMap((request) => request.outputs);
  const numbers = new Set(outputs.filter(({ types }) => types.at(-1)!.includes('number')).map(({ name }) => name));
  return { inputs: Object.keys(inputs.properties), requests, numbers };
}

function requestOf(step: Step, shared: Parameter[], document: Document, found: DocumentedOperation | undefined): Request {
  if (!found) throw new Error(`there is no operation ${step.operationId}`);
  const { method, path, operation } = found;
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
    token: typeof authorization === 'string' ? (partsOf(authorization)[1] as Variable) : undefined,
    isPublic: accessTo(document, operation).public,
    outputs: Object.entries(step.outputs ?? {}).map(([name, pointer]) => ({ name, ...placeOf(pointer, operation, document) })),
    until: step.onFailure && placeOf(/^(\S+) != null$/.exec(conditions.at(-1)!)![1]!, operation, document),
  };
}

/** Where `$response.body#/items/0/gid` stands. The document describes no answer to a creation: all in it are texts. */
function placeOf(pointer: string, operation: Operation, document: Document): Place {
  const keys = pointer.replace('$response.body#/', '').split('/');
  const schema = operation.responses['201'] ? undefined : answerSchema(document, operation);
  const types = keys.map((_, index) => {
    const field = schema ? fieldAt(document, schema, keys.slice(0, index + 1)) : { types: ['string'] };
    if (!field) throw new Error(`the answer of ${operation.operationId} has no ${pointer}`);
    return field.types;
  });
  return { keys, types };
}
