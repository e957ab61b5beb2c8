import type { Comment, ProjectFile, ProjectMessage, ProjectShare, ProjectStep } from '@partner-ordering/client';
import type { NumberedWork } from '../judging/works.ts';

/** Something that happened with an order: a message with the step of its proposal, a comment with the work that it is about. */
export type Entry =
  | { kind: 'message'; item: ProjectMessage & { proposal: ProjectStep | undefined } }
  | { kind: 'step'; item: ProjectStep }
  | { kind: 'work'; item: NumberedWork }
  | { kind: 'comment'; item: Comment & { work: NumberedWork | undefined } }
  | { kind: 'brief' | 'source'; item: ProjectFile }
  | { kind: 'share'; item: ProjectShare };

/** The newest of a collection, the newest first. */
export interface Newest<Item> {
  items: readonly Item[];
  hasEarlier?: boolean;
}

/** All of these, the oldest first. What is older than something that is not loaded waits for it. */
export function merged(sources: readonly Newest<Entry>[]): Entry[] {
  const starts = sources.flatMap(({ items, hasEarlier }) => (hasEarlier ? items.slice(-1).map(timeOf) : []));
  const start = starts.toSorted().at(-1) ?? '';
  const loaded = sources.flatMap(({ items }) => items.filter((entry) => timeOf(entry) >= start));
  return loaded.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
}

/** The address of the current proposal on the page. */
export const PROPOSAL = 'proposal';

/** Whether a line makes a proposal, alone or with its words. */
export const isProposal = (line: readonly Entry[]): boolean => line.some(({ item }) => 'proposal' in item && item.proposal != null);

/** Gids tell the order within a second. */
const timeOf = ({ item }: Entry): string => item.created_at + item.gid;

/** Steps that are messages, too. */
const messageSteps: ReadonlySet<string> = new Set(['deliver', 'accept', 'reject']);

/** The lines of a timeline: what several sources say is said once, and what one person did in one go is said together. */
export function linesOf(entries: readonly Entry[]): Entry[][] {
  const messages = entries.flatMap(({ kind, item }) => (kind === 'message' ? [item] : []));
  const proposals = new Set(messages.map(({ proposal }) => proposal?.gid));
  const acceptedAt = new Set(messages.filter(({ type }) => type === 'accept').map(({ created_at }) => created_at));
  const isSaid = ({ kind, item }: Entry): boolean =>
    // The files of an accepted delivery become source files at once.
    kind === 'step' ? messageSteps.has(item.command) || proposals.has(item.gid) : kind === 'source' && acceptedAt.has(item.created_at);
  const lines: Entry[][] = [];
  for (const entry of entries.filter((each) => !isSaid(each))) {
    const line = lines.at(-1);
    if (line && isOneGo(line.at(-1)!, entry)) line.push(entry);
    else lines.push([entry]);
  }
  return lines;
}

const PAUSE_MS = 10 * 60_000;
const inOneGo: ReadonlySet<Entry['kind']> = new Set(['work', 'brief', 'source']);

/** Whether one person did both, one soon after the other. */
const isOneGo = (before: Entry, after: Entry): boolean =>
  inOneGo.has(after.kind) &&
  before.kind === after.kind &&
  personOf(before)?.gid === personOf(after)?.gid &&
  Date.parse(after.item.created_at) - Date.parse(before.item.created_at) < PAUSE_MS;

/** Who did it; null if nobody did. */
export function personOf({ kind, item }: Entry) {
  if (kind === 'work') return item.worker;
  if (kind === 'share') return item.shared_by;
  return 'added_by' in item ? item.added_by : item.user;
}
