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
  successesOf,
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

const DESCRIPTION = `For agents that prepare orders for a person: they read, draft projects and write messages.
The person publishes, chooses and accepts.

Send \`Prefer: return=representation\` with each request: the response to a write then has the resource.`;

const FAILURE =
  'The request failed. With 401 the body is `{error, error_description}`: the token is missing, wrong or has ended. ' +
  'Ask the person for another.';

/** An operation in words for agents, with no more of its body than they may send. */
interface AgentVersion {
  summary?: string;
  description: string;
  parameters?: [];
  body?: {
    description: string;
    /** The only fields that stay, so that a later one does not appear by itself. Each with what is other. */
    fields: Readonly<Record<string, Schema>>;
    /** The operation with the response that `Prefer` brings. */
    shownBy: string;
  };
}

const agentVersions: Readonly<Record<string, AgentVersion>> = {
  createProject: {
    summary: 'Drafts an order of a product, or a specific request (members of the organization)',
    description: 'Send the price that `GET /v1/prices/for` returns. Any other gets 400, which names the current one. The person publishes.',
    body: {
      description: 'A draft. A product requires `organization`, `options` and `price`; a specific request takes no options and no price.',
      fields: {
        ...{ title: {}, description: {}, product: {}, organization: {}, options: {}, price: {} },
        ...{ state: { enum: ['draft'], description: 'The person publishes.' }, quantity: {}, specific_request: {}, brief_files: {} },
      },
      shownBy: 'getProject',
    },
  },
  updateProject: {
    summary: 'Changes a draft (owner, managers of the organization, admin)',
    description: 'Changes only the fields that you send. Product and organization never change.',
    body: {
      description: 'Changes to a draft. Changed options or a changed quantity require `price`.',
      fields: { title: {}, description: {}, options: {}, quantity: {}, price: {}, brief_files: {} },
      shownBy: 'getProject',
    },
  },
  createMessage: {
    summary: 'Posts a message (owner, people it is shared with, managers of the organization, admin)',
    description: 'For every project except drafts and canceled ones.',
    body: {
      description: 'A message.',
      fields: { message: {}, attached_files: { description: 'Files that you uploaded or can read.' } },
      shownBy: 'getMessage',
    },
  },
  dryRunProject: {
    description: 'Takes the body of `POST /v1/projects` and stores nothing. An order that would be refused gets the same error.',
    parameters: [],
  },
  getWork: { description: '`won_at` is set when the work wins. The person chooses the winner.' },
};

/** A copy with the operations of agents. Throws for one that the document does not have. */
export function asAgentDocument(served: Document): Document {
  const document = structuredClone(served);
  const { openapi, info, servers, tags = [], components } = document;
  const agent: Document = { openapi, info: { ...info, description: DESCRIPTION }, servers: servers!, tags: [], paths: {}, components };
  components['responses']!['Failure'] = { description: FAILURE, ...json('ErrorBody') };
  const operations = [...operationsOf(document)].filter(({ operation }) => agentOperations.includes(operation.operationId));
  if (operations.length !== agentOperations.length) throw new Error(`The document has ${operations.length} operations of agents`);
  for (const { path, method, operation } of operations) {
    const { parameters } = document.paths[path]!;
    (agent.paths[path] ??= parameters ? { parameters } : {})[method] = shortened(document, operation);
  }
  const usedTags = new Set(operations.flatMap(({ operation }) => operation.tags));
  agent.tags = tags.filter(({ name }) => usedTags.has(name));
  eachPart(agent, shorten);
  shortenLists(components.schemas!, (servers![0] as { url: string }).url);
  agent.components = { ...componentsReachedBy(agent, agent.paths), securitySchemes: components['securitySchemes']! };
  return agent;
}

const json = (name: string) => ({ content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } });

/** An operation with one failure. Tools show the description alone, so the summary begins it. */
function shortened(document: Document, operation: Operation): Operation {
  const answers = successesOf(operation).map(([status, response]) => {
    const { headers: _headers, links: _links, ...answer } = resolve(document, response);
    return [status, answer] as const;
  });
  const changed = { ...operation, responses: Object.fromEntries(answers), ...agentVersionOf(document, operation) };
  return {
    ...changed,
    description: `${changed.summary}.\n\n${changed.description}`,
    parameters: (changed.parameters ?? []).filter(({ $ref }) => !hiddenParameters.has($ref ?? '')),
    responses: { ...changed.responses, default: { $ref: '#/components/responses/Failure' } },
  };
}

/** Models would invent their values: they see no `ETag` and no `Link`. */
const hiddenParameters = new Set(['IfMatch', 'IfNoneMatch', 'after'].map((name) => `#/components/parameters/${name}`));

/** The parts of an operation that are other for agents. Its body becomes a component of its own. Throws for an unknown field. */
function agentVersionOf(document: Document, operation: Operation): Partial<Operation> {
  const { body, ...words } = agentVersions[operation.operationId] ?? {};
  if (body === undefined) return words;
  const { properties = {}, ...schema } = resolve(document, bodySchema(document, operation)!);
  const fields = Object.entries(body.fields).map(([field, changed]) => {
    if (properties[field] === undefined) throw new Error(`${operation.operationId} has no field ${field}`);
    return [field, { ...properties[field], ...changed }] as const;
  });
  const name = `Agent${operation.operationId.charAt(0).toUpperCase()}${operation.operationId.slice(1)}`;
  document.components.schemas![name] = { ...schema, description: body.description, properties: Object.fromEntries(fields) };
  return { ...words, requestBody: { required: true, ...json(name) }, responses: shownResponses(document, operation, body.shownBy) };
}

/** The responses to a write with `Prefer`. A PUT keeps its 204, for those who may not read what they changed. */
function shownResponses(document: Document, { responses }: Operation, shownBy: string): Operation['responses'] {
  const read = [...operationsOf(document)].find(({ operation }) => operation.operationId === shownBy)!.operation;
  const content = resolve(document, read.responses['200']!).content!;
  if ('201' in responses) return { '201': { description: 'Created.', content } };
  return { '200': { description: 'Done.', content }, '204': { description: 'Done.' } };
}

/** Drops examples, except those of parameters, and our own words. */
function shorten(part: Part): void {
  if (!('in' in part)) for (const key of ['example', 'examples']) delete part[key];
  for (const key of Object.keys(part)) if (key.startsWith('x-')) delete part[key];
}

/** Long lists become a link to the guide, and what the person decides is not told. */
function shortenLists({ ErrorCode, ErrorParams, ProjectAction }: Record<string, Schema>, origin: string): void {
  delete ErrorParams!.properties;
  ErrorCode!.description = `The name of the fault, for programs. Later releases add codes: accept them. See ${origin}/docs/errors.md.`;
  ProjectAction!.description = 'What the person may do next. You can only `edit` and `message`.';
}
