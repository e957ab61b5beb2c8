import { invalid, type Principal } from '@partner-ordering/kernel';
import type { ProjectUpdate } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';
import type { Project } from '../project/project.ts';
import { isProposal } from './proposal.ts';
import type { ProjectEdits } from './publish.ts';
import type { Command } from '../project/transitions.ts';

/** The change that the body of a `PUT /projects/{gid}` asks for. */
export interface RequestedChange {
  /** Undefined when the body asks for nothing. */
  command: Command | undefined;
  /** Fields to edit in the same step. Undefined for a proposal, which reads its fields itself. */
  edits: ProjectEdits | undefined;
}

/** Tells what a body asks for, which depends on the project's state; 400 for fields that cannot be changed together. */
export function readChange(project: Project, body: ProjectUpdate, principal: Principal): RequestedChange {
  mustStandAlone(body);
  const command = commandOf(project, body, principal);
  const { state: _state, status: _status, winner: _winner, worker: _worker, message, attached_files: files, ...fields } = body;
  const isAnswer = project.state === 'proposal' && (command === 'withdraw' || command === 'request_proposal');
  const isOffer = command === 'propose';
  if (message !== undefined && !isAnswer && !isOffer) throw invalid(faults.not_allowed('message', { why: 'not_about_proposal' }));
  if (files !== undefined && !isOffer) throw invalid(faults.not_allowed('attached_files', { why: 'not_a_proposal' }));
  const isAboutProposal = isOffer || (command === 'publish' && project.state === 'proposal');
  return { command, edits: Object.keys(fields).length > 0 && !isAboutProposal ? fields : undefined };
}

function mustStandAlone(body: ProjectUpdate): void {
  const field = (['status', 'winner', 'worker'] as const).find((name) => body[name] !== undefined);
  if (field && Object.keys(body).length > 1) throw invalid(faults.must_be_changed_alone(field));
}

/** `published` also approves a waiting order. `draft`, and `proposal` for a specific request, withdraw a waiting order. */
function commandOf(project: Project, body: ProjectUpdate, principal: Principal): Command | undefined {
  const { state, status, winner, worker } = body;
  if (status === 'canceled') return 'cancel';
  if (winner) return 'choose_winner';
  if (worker) return 'assign';
  if (isProposal(project, body, principal)) return 'propose';
  if (state === 'published') return project.state === 'require_approval' ? 'launch' : 'publish';
  if (state === 'waiting_for_proposal') return 'request_proposal';
  const isTakenBack = state === 'proposal' ? project.kind === 'specific_request' : state === 'draft' && project.state !== 'draft';
  if (isTakenBack) return 'withdraw';
  return Object.keys(body).length > 0 ? 'edit' : undefined;
}
