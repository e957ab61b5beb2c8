import { watchChanges } from '@partner-ordering/data';
import { noContent } from '@partner-ordering/http';
import type { ProjectUpdate } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';
import type { DomainContext } from '../context.ts';
import { faults } from '../faults.ts';
import { release } from '../domain/budget/budget.ts';
import { readChange } from '../domain/publishing/change.ts';
import { factAbout, postSimple } from '../domain/conversation/project-message.ts';
import type { Project } from '../domain/project/project.ts';
import { shownOf } from '../domain/project/project-seen.ts';
import { isInTheseWords, propose } from '../domain/publishing/proposal.ts';
import { edit, launch, publish } from '../domain/publishing/publish.ts';
import { applyTransition, type FactDetails } from '../domain/project/record.ts';
import type { Command, Transition } from '../domain/project/transitions.ts';
import { projects } from '../resources/projects.ts';
import { workers } from '../resources/workers.ts';
import { works } from '../resources/works.ts';
import { attach } from './files/attach.ts';
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
  const outcome: Outcome = { ...transition, ...(await effects[command]?.(context, project, body)) };
  const isNews = hasNewFiles || outcome.details !== undefined || outcome.to?.[0] !== project.state || outcome.to[1] !== project.status;
  if (isNews || hasChanged()) await applyTransition(context, project, outcome, outcome.details);
  return noContent();
};

type Outcome = Transition & { details?: FactDetails };

/** The effects of a command besides its transition. It may return another transition to apply instead, and details of its event. */
type Effect = (context: DomainContext, project: Project, body: ProjectUpdate) => Promise<Partial<Outcome> | void>;

const postReason: Effect = async (context, project, { message }) => {
  await postSimple(context, project, message);
};

/** Text and files of a proposal become one message. Its event quotes them, for the mail. */
const proposeInWords: Effect = async (context, project, body) => {
  const hasChanged = watchChanges(project);
  await propose(context, project, body);
  const files = context.files('attached_files');
  if (!hasChanged() && (await isInTheseWords(context, project, { text: body.message ?? '', paths: files.map(({ path }) => path) }))) return;
  const message = await postSimple(context, project, body.message, files.length > 0);
  if (!message) return;
  await attach(context, { kind: 'attachment', project: project.gid, message: message.gid }, files);
  const quote = { text: shownOf(message.message), files: files.map(({ name }) => name) };
  return { details: { ...factAbout(message, context.principal), quote } };
};

const effects: Partial<Record<Command, Effect>> = {
  publish,
  launch,
  propose: proposeInWords,
  request_proposal: postReason,
  withdraw: postReason,
  assign: async (context, project, { worker }) => {
    project.workerGid = (await loadNamed(context, workers, worker!.gid, faults.not_found('worker.gid'))).gid;
  },
  choose_winner: async (context, project, { winner }) =>
    (await loadNamed(context, works, winner!.gid, faults.not_found('winner.gid', { resource: 'work' }))).win(project, context.now),
  cancel: release,
};
