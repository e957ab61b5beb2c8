/** docs/services.md: who calls which operation of whom, and who follows which states and facts of whom, drawn from the documents. */
import { serviceNames } from '@partner-ordering/kernel';
import type { Document } from './document.ts';
import { operationsOf } from './document.ts';
import type { Follower } from './events.ts';

/** One operation of one service that others call. */
interface Answer {
  service: string;
  operationId: string;
  address: string;
  summary: string;
  callers: readonly string[];
  isRepeated: boolean;
}

/** An arrow of a diagram: several things between the same two services are one arrow. */
interface Arrow {
  from: string;
  to: string;
  label: string;
}

/** Goes wherever states are followed, so that the drawing leaves it out. */
const STATE_OPERATION = 'getState';

/** The page, as Markdown. */
export function servicesPage(documents: Map<string, Document>, followers: readonly Follower[]): string {
  const answers = answersIn(documents);
  return `<!-- Drawn by \`npm run generate\` from openapi/internal and openapi/events. Do not edit. -->

# Between the services

A service knows of the others only what this page shows: it calls operations, and it follows states and facts. Clients reach none of this.

## Calls

Each arrow leads from the caller to the service that answers. \`${STATE_OPERATION}\` is left out: whoever follows the states of a service may call it there.

${diagram(calls(answers))}

A service that is not named as a caller gets 403. A call is repeated only where the table says so, see [libs/neighbours](../libs/neighbours/README.md).

| service | operation | request | what it does | callers | repeated |
| --- | --- | --- | --- | --- | --- |
${answers.map(answerRow).join('\n')}

## States and facts

Each arrow leads from the service that publishes to the one that follows.

${diagram(followed(followers))}

| service | follows | of | fields |
| --- | --- | --- | --- |
${followers.flatMap(followRows).join('\n')}
`;
}

function answersIn(documents: Map<string, Document>): Answer[] {
  return [...documents].flatMap(([service, document]) =>
    [...operationsOf(document)].map(({ path, method, operation }) => ({
      service,
      operationId: operation.operationId,
      address: `${method.toUpperCase()} ${path}`,
      summary: operation.summary ?? '',
      callers: operation['x-callers'] ?? [],
      isRepeated: method === 'get' || operation['x-idempotent'] === true,
    })),
  );
}

const calls = (answers: readonly Answer[]): Arrow[] =>
  answers
    .filter(({ operationId }) => operationId !== STATE_OPERATION)
    .flatMap(({ service, operationId, callers }) => callers.map((caller) => ({ from: caller, to: service, label: operationId })));

const followed = (followers: readonly Follower[]): Arrow[] =>
  followers.flatMap(({ service, states, facts }) => [
    ...states.map(({ owner, type }) => ({ from: owner, to: service, label: type })),
    ...facts.flatMap(({ owner, types }) => types.map((type) => ({ from: owner, to: service, label: type }))),
  ]);

function diagram(arrows: readonly Arrow[]): string {
  const used = ['gateway', ...serviceNames].filter((name) => arrows.some(({ from, to }) => from === name || to === name));
  const together = Object.values(Object.groupBy(arrows, ({ from, to }) => `${from} ${to}`)).map((group = []) => {
    const [{ from, to } = { from: '', to: '' }] = group;
    return `  ${from} -->|"${group.map(({ label }) => label).join('<br>')}"| ${to}`;
  });
  return ['```mermaid', 'flowchart LR', ...used.map((name) => `  ${name}([${name}])`), ...together, '```'].join('\n');
}

const answerRow = ({ service, operationId, address, summary, callers, isRepeated }: Answer): string =>
  `| ${service} | \`${operationId}\` | \`${address}\` | ${summary} | ${callers.join(', ')} | ${isRepeated ? 'yes' : 'no'} |`;

const followRows = ({ service, states, facts }: Follower): string[] => [
  ...states.map(
    ({ owner, type, fields }) => `| ${service} | \`${type}\` | ${owner} | ${fields.map((field) => `\`${field}\``).join(', ')} |`,
  ),
  ...facts.flatMap(({ owner, from, types }) => types.map((type) => `| ${service} | \`${type}\` | ${owner} | a fact, from the ${from} |`)),
];
