import type { ProjectStatus } from '../../../generated/models.ts';
import { roles, commands, guards, transitions, type Transition } from './transitions.ts';

const statuses: readonly ProjectStatus[] = ['in_progress', 'finished', 'paid', 'canceled'];

/** The transition table as Markdown: a diagram, every row, and an explanation of the words. */
export const orderTable =
  (): string => `<!-- Drawn by \`npm run generate\` from services/ordering/src/domain/project/transitions.ts. Do not edit. -->

# The life of an order

\`state\` says where an order is in the buying process, \`status\` where its production is. Nothing but these rows changes them: what is not in
the table is refused (400, a \`delete\` with 403), what is in it for somebody else is forbidden (403), and what a row's guard does not allow is
refused (400).

\`\`\`mermaid
${diagram()}
\`\`\`

## Every transition

${table(['state', 'command', 'who', 'orders', 'guard', 'becomes', 'event'], transitions.map(cells))}

## Who

${table(
  ['who', 'means'],
  Object.entries(roles).map(([who, means]) => [code(who), means]),
)}

## Commands

${table(
  ['command', 'is asked for by'],
  Object.entries(commands).map(([command, how]) => [code(command), how]),
)}
`;

const cells = ({ from, command, who, of, guard, to, event }: Transition): string[] => [
  ...[code(from), code(command), code(who), of.length > 1 ? 'any' : of[0]!.replace('_', ' '), guard ?? ''],
  ...[to ? to.map(code).join(', ') : 'gone', code(event)],
];

const code = (word: string): string => `\`${word}\``;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** One arrow for each pair of places, labelled with all commands that lead from one to the other. */
function diagram(): string {
  const arrows = Map.groupBy(
    transitions.flatMap((row) => placesBefore(row).map((from) => ({ arrow: `${from} --> ${placeAfter(row)}`, row }))),
    ({ arrow }) => arrow,
  );
  const lines = [...arrows].map(
    ([arrow, of]) => `${arrow}: ${[...new Set(of.map(({ row }) => `${row.command} (${row.who})`))].join(', ')}`,
  );
  const published = statuses.map((status) => `state "published, ${status}" as ${status}`);
  return ['stateDiagram-v2', ...published, '[*] --> draft: create', ...lines].join('\n  ');
}

/** The places in which a row applies. A published order is drawn by its status; the guard tells in which ones it holds. */
function placesBefore({ from, guard }: Transition): string[] {
  if (from !== 'published') return [from];
  const holds = (status: ProjectStatus): boolean =>
    guard === undefined || (['solo', 'multi'] as const).some((mode) => guards[guard]({ status, mode, firstResultAt: null }));
  return statuses.filter(holds);
}

function placeAfter({ to }: Transition): string {
  if (!to) return '[*]';
  const [state, status] = to;
  return state === 'published' ? status : state;
}
