import { attachmentsOf, stateOfRow, type PublishedState } from '@partner-ordering/writes';
import { ratioOf } from '@partner-ordering/commerce';
import { formatTime } from '@partner-ordering/kernel';
import type { OrderingStates } from '../generated/events.ts';
import { readBudgetAccount } from './domain/budget/budget.ts';
import { Work } from './domain/contest/work.ts';
import { Worker } from './domain/contest/worker.ts';
import { ProjectFile } from './domain/project/project-file.ts';
import { Project } from './domain/project/project.ts';
import { projects } from './resources/projects.ts';
import { workers } from './resources/workers.ts';
import { works } from './resources/works.ts';

const timeText = (at: Date | null): string | null => (at ? formatTime(at) : null);

const project: PublishedState<OrderingStates['project']> = stateOfRow('project', Project, { key: 'gid', of: projectState });

const budgetAccount: PublishedState<OrderingStates['budget_account']> = {
  type: 'budget_account',
  sources: [],
  read: readBudgetAccount,
};

const worker: PublishedState<OrderingStates['worker']> = stateOfRow('worker', Worker, {
  key: 'gid',
  of: ({ firstname, lastname }) => ({ firstname, lastname }),
});

const projectFiles: PublishedState<OrderingStates['attachment']> = attachmentsOf('ordering', ProjectFile, (file) => {
  const { gid, path, projectGid, kind, messageGid } = file;
  const part = messageGid === null ? `${kind}_files/${path}` : `messages/${messageGid}`;
  return { gid, path, holder: `${projects.href(projectGid)}/${part}` };
});

const workImages: PublishedState<OrderingStates['attachment']> = attachmentsOf('ordering', Work, ({ gid, imagePath: path }) => ({
  gid,
  path,
  holder: works.href(gid),
}));

const workerAvatars: PublishedState<OrderingStates['attachment']> = attachmentsOf('ordering', Worker, ({ gid, avatarPath: path }) => ({
  gid,
  path,
  holder: workers.href(gid),
}));

/** The public states that this service publishes, see openapi/events/ordering.yaml. */
export const states: readonly PublishedState[] = [project, budgetAccount, worker, projectFiles, workImages, workerAvatars];

function projectState(of: Project): OrderingStates['project'] {
  const { gid, title, description, status, state, awaits, quantity, due, mode, skill, priceMinor, currency } = of;
  const isPriced = priceMinor !== null && currency !== null;
  return {
    gid,
    title,
    description,
    status,
    state,
    awaits,
    quantity,
    short_code: of.shortCode,
    created_at: formatTime(of.createdAt),
    modified_at: formatTime(of.modifiedAt ?? of.createdAt),
    published_at: timeText(of.publishedAt),
    started_at: timeText(of.startedAt),
    finished_at: timeText(of.finishedAt),
    canceled_at: timeText(of.canceledAt),
    deadline_at: timeText(of.deadlineAt),
    options: { due, mode, skill },
    specific_request: of.kind === 'specific_request',
    owner: of.ownerGid,
    organization: of.organizationGid,
    product: of.productGid,
    price: isPriced ? { amount_minor: priceMinor, currency } : null,
    vat: isPriced ? { amount_minor: of.vatMinor ?? 0, ratio: ratioOf(of.vatRate ?? 0), currency } : null,
    winner: of.winnerGid,
    worker: of.workerGid,
  };
}
