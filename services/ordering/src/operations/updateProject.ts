import { watchChanges } from '@partner-ordering/data';
import { noContent } from '@partner-ordering/http';
import type { ProjectUpdate } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';
import type { DomainContext } from '../context.ts';
import { faults } from '../faults.ts';
import { release } from '../domain/budget/budget.ts';
import { readChange } from '../domain/publishing/change.ts';
import { postSimple } from '../domain/conversation/project-message.ts';
import type { Project } from '../domain/project/project.ts';
import { propose } from '../domain/publishing/proposal.ts';
import { edit, launch, publish } from '../domain/publishing/publish.ts';
import { applyTransition } from '../domain/project/record.ts';
import type { Command, Transition } from '../domain/project/transitions.ts';
import { projects } from '../resources/projects.ts';
import { workers } from '../resources/workers.ts';
import { works } from '../resources/works.ts';
import { replaceBriefFiles } from './files/brief.ts';
import { loadNamed } from './loading/named.ts';

export const updateProject: Operations['updateProject'] = async (context) => {
  const { path, body, principal, load } = context;
  const project = await load(projects, path.gid);
  project.mustBeOwned(principal);
  const { command, edits } = readChange(project, body, principal);
  if (!command) return noContent();

  // First whether the transition is allowed, then what it needs.
  const transition = project.transition(command, principal);
  const hasChanged = watchChanges(project);
  if (edits) await edit(context, project, edits);
  const hasNewFiles = edits?.brief_files !== undefined && (await replaceBriefFiles(context, project));
  const outcome = (await effects[command]?.(context, project, body)) ?? transition;
  const isNews = hasNewFiles || outcome.to?.[0] !== project.state || outcome.to[1] !== project.status;
  if (isNews || hasChanged()) await applyTransition(context, project, outcome);
  return noContent();
};

/** The effects of a command besides its transition. It may return another transition to apply instead. */
type Effect = (context: DomainContext, project: Project, body: ProjectUpdate) => Promise<Transition | void>;

const effects: Partial<Record<Command, Effect>> = {
  publish,
  launch,
  propose,
  request_proposal: (context, project, { message }) => postSimple(context, project, message),
  withdraw: (context, project, { message }) => postSimple(context, project, message),
  assign: async (context, project, { worker }) => {
    project.workerGid = (await loadNamed(context, workers, worker!.gid, faults.not_found('worker.gid'))).gid;
  },
  choose_winner: async (context, project, { winner }) =>
    (await loadNamed(context, works, winner!.gid, faults.not_found('winner.gid', { resource: 'work' }))).win(project, context.now),
  cancel: release,
};
