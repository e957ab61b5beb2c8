import type { Principal } from '@partner-ordering/auth';
import { invalid } from '@partner-ordering/data';
import { noContent, type OperationTools } from '@partner-ordering/http';
import type { ProjectUpdate } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';
import type { Dependencies } from '../context.ts';
import { release } from '../domain/budget.ts';
import { edit } from '../domain/edit.ts';
import type { Project } from '../domain/project.ts';
import { publication } from '../domain/publish.ts';
import type { Transition } from '../domain/transitions.ts';
import { mustKnowUser } from '../domain/known-user.ts';
import { ProjectMessage } from '../domain/project-message.ts';
import { approveProposal, isProposal, propose } from '../domain/proposal.ts';
import { notAWork } from '../domain/work.ts';
import { projects } from '../resources/projects.ts';
import { workers } from '../resources/workers.ts';
import { works } from '../resources/works.ts';
import { loadNamed } from './named.ts';
import { carryOut } from '../domain/record.ts';

export const updateProject: Operations['updateProject'] = async (context) => {
  const { path, body, principal, load } = context;
  const project = await load(projects, path.gid);
  project.mustBeOwned(principal);

  const { state, status: _status, winner: _winner, worker: _worker, message, ...changes } = body;
  mustStandAlone(body);
  if (message !== undefined && !(project.state === 'proposal' && (state === 'draft' || state === 'waiting_for_proposal')))
    throw invalid({ path: 'message', message: 'is for the withdrawal of a proposal' });
  if (Object.keys(changes).length > 0 && !isAboutProposal(project, body, principal)) await edit(context, project, changes);
  const transition = await requested(context, project, body);
  if (transition) await carryOut(context, project, transition);
  return noContent();
};

function mustStandAlone(body: ProjectUpdate): void {
  const field = (['status', 'winner', 'worker'] as const).find((name) => body[name] !== undefined);
  if (field && Object.keys(body).length > 1) throw invalid({ path: field, message: 'changes together with nothing else' });
}

const isAboutProposal = (project: Project, body: ProjectUpdate, principal: Principal): boolean =>
  isProposal(project, body, principal) || (project.state === 'proposal' && body.state === 'published');

/** The transition that a body asks for; undefined when it changes nothing. */
async function requested(context: OperationTools & Dependencies, project: Project, body: ProjectUpdate): Promise<Transition | undefined> {
  const { tx, principal, now } = context;
  const { state, status } = body;
  if (status === 'canceled') {
    const cancel = project.transition('cancel', principal);
    await release(tx, project, now);
    return cancel;
  }
  if (body.winner) return chooseWinner(context, project, body.winner.gid);
  if (body.worker) return assign(context, project, body.worker.gid);
  if (isProposal(project, body, principal)) return propose(context, project, body);
  if (state === 'published') return publish(context, project, body);
  if (state === 'waiting_for_proposal') return takeBack(context, project, 'request_proposal', body.message);
  const isTakenBack = state === 'proposal' ? project.kind === 'specific_request' : state === 'draft' && project.state !== 'draft';
  if (isTakenBack) return takeBack(context, project, 'withdraw', body.message);
  return Object.keys(body).length > 0 ? project.transition('edit', principal) : undefined;
}

/** Whether there may be a winner at all comes before which work it is. */
async function chooseWinner(context: OperationTools, project: Project, gid: string): Promise<Transition> {
  const choice = project.transition('choose_winner', context.principal);
  const work = await loadNamed(context, works, gid, notAWork);
  work.win(project, context.now);
  return choice;
}

async function assign(context: OperationTools, project: Project, gid: string): Promise<Transition> {
  const assignment = project.transition('assign', context.principal);
  const worker = await loadNamed(context, workers, gid, { path: 'worker.gid', message: 'is not a worker' });
  project.workerGid = worker.gid;
  return assignment;
}

/** What is said with the withdrawal of a proposal becomes a message. */
async function takeBack(
  { principal, now, tx }: OperationTools,
  project: Project,
  command: 'request_proposal' | 'withdraw',
  message: string | undefined,
): Promise<Transition> {
  const transition = project.transition(command, principal);
  if (message === undefined) return transition;
  await mustKnowUser(tx, principal.user);
  tx.em.persist(ProjectMessage.simple(project, principal, message, now));
  return transition;
}

/** A draft's price is checked again; what waits for an approval keeps its own. */
async function publish(context: OperationTools & Dependencies, project: Project, body: ProjectUpdate): Promise<Transition> {
  if (project.state === 'proposal') {
    project.transition('publish', context.principal);
    approveProposal(project, body);
  }
  if (project.state === 'draft' && project.kind === 'product' && body.price === undefined) await edit(context, project, {});
  return publication(context.tx, { ...context, project });
}
