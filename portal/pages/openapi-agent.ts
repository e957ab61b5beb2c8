/** The part of the served document that an agent needs to prepare orders for a person. A model reads all of it, so it is small. */
import {
  bodySchema,
  componentsReachedBy,
  type Document,
  eachPart,
  type Operation,
  operationsOf,
  type Part,
  resolve,
  type Schema,
} from '@partner-ordering/openapi';

/** What an agent does. To choose, to accept and to approve stays with the person. */
export const agentOperations: readonly string[] = [
  ...['getMe', 'listMyMemberships', 'getMemberBudget'],
  ...['listProducts', 'getProduct', 'getPriceFor'],
  ...['dryRunProject', 'createProject', 'updateProject', 'listProjects', 'getProject'],
  ...['listMessages', 'createMessage', 'listWorks', 'getWork'],
  ...['getUploadForm', 'getFileInfo', 'signFile'],
  ...['listReceipts', 'listInvoices'],
];

const DESCRIPTION = `For agents that prepare orders for a person: they read, draft projects and write messages. The person publishes, chooses and accepts.

Send \`Prefer: return=representation\` with each request: the response to a write then has the resource.`;

/** What is left of an operation that could decide for the person: its words, and the fields of its body. */
interface Rest {
  summary: string;
  description: string;
  without?: readonly string[];
  changed?: Readonly<Record<string, Schema>>;
}

const rests: Readonly<Record<string, Rest>> = {
  createProject: {
    summary: 'Drafts an order of a product, or a specific request (members of the organization)',
    description:
      'Send the price that `GET /v1/prices/for` returns. Any other gets 400, which names the current one. The person publishes the draft.',
    changed: { state: { type: 'string', enum: ['draft'] } },
  },
  updateProject: {
    summary: 'Changes a draft (owner, managers of the organization, admin)',
    description: 'Changes only the fields that you send. Product and organization never change.',
    without: ['state', 'status', 'winner', 'worker', 'message', 'attached_files'],
  },
  createMessage: {
    summary: 'Posts a message (owner, people it is shared with, managers of the organization, admin)',
    description: 'For every project except drafts and canceled ones.',
    without: ['type', 'delivery', 'worker'],
  },
};

/** A copy with the operations of agents. Throws for one that the document does not have. */
export function asAgentDocument(served: Document): Document {
  const document = structuredClone(served);
  const { openapi, info, servers, tags = [], components } = document;
  const agent: Document = { openapi, info: { ...info, description: DESCRIPTION }, servers: servers!, tags: [], paths: {}, components };
  components['responses']!['Failure'] = { description: 'The request failed. With 401, `error` is a text.', ...json('ErrorBody') };
  const operations = [...operationsOf(document)].filter(({ operation }) => agentOperations.includes(operation.operationId));
  if (operations.length !== agentOperations.length) throw new Error(`The document has ${operations.length} operations of agents`);
  for (const { path, method, operation } of operations) {
    const { parameters } = document.paths[path]!;
    (agent.paths[path] ??= parameters ? { parameters } : {})[method] = shortened(document, operation);
  }
  const usedTags = new Set(operations.flatMap(({ operation }) => operation.tags));
  agent.tags = tags.filter(({ name }) => usedTags.has(name));
  eachPart(agent, (part) => shorten(part, (servers![0] as { url: string }).url));
  delete components.schemas!['ErrorParams']!.properties;
  agent.components = { ...componentsReachedBy(agent, agent.paths), securitySchemes: components['securitySchemes']! };
  return agent;
}

const json = (name: string) => ({ content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } });

/**
 * An operation with one failure. Tools send and show no headers, so it takes no conditions and leads to no next page. They show the
 * description alone, so the summary begins it.
 */
function shortened(document: Document, operation: Operation): Operation {
  const { parameters = [], responses } = operation;
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const answers = successes.map(([status, response]) => {
    const { headers: _headers, links: _links, ...answer } = resolve(document, response);
    return [status, answer] as const;
  });
  const changed = { ...operation, ...restOf(document, operation) };
  return {
    ...changed,
    description: `${changed.summary}.\n\n${changed.description}`,
    parameters: parameters.filter(({ $ref }) => !hiddenParameters.has($ref ?? '')),
    responses: { ...Object.fromEntries(answers), default: { $ref: '#/components/responses/Failure' } },
  };
}

const hiddenParameters = new Set(['IfMatch', 'IfNoneMatch', 'IdempotencyKey', 'after'].map((name) => `#/components/parameters/${name}`));

/** The parts of an operation that are other for agents. Its body becomes a component of its own. */
function restOf(document: Document, operation: Operation): Partial<Operation> {
  const rest = rests[operation.operationId];
  if (rest === undefined) return {};
  const { summary, description, without = [], changed } = rest;
  const { properties, ...schema } = resolve(document, bodySchema(document, operation)!);
  const fields = Object.entries(properties!).filter(([field]) => !without.includes(field));
  const name = `Agent${operation.operationId.charAt(0).toUpperCase()}${operation.operationId.slice(1)}`;
  document.components.schemas![name] = { ...schema, properties: { ...Object.fromEntries(fields), ...changed } };
  return { summary, description, requestBody: { required: true, ...json(name) } };
}

/** A description still lists so many known values. */
const MOST_KNOWN = 30;

/** Drops examples, except those of parameters. Of a long list of known values, a link to the guide is left. */
function shorten(part: Part, origin: string): void {
  if (!('in' in part)) for (const key of ['example', 'examples']) delete part[key];
  const known = part['x-extensible-enum']?.length ?? 0;
  if (known > MOST_KNOWN) part.description = `${part.description!.split('\n\n')[0]} See ${origin}/docs/errors.md.`;
  for (const key of Object.keys(part)) if (key.startsWith('x-')) delete part[key];
}
