import { type Failure, forbidden, invalid, type Verb } from '@partner-ordering/kernel';
import type { ProjectState } from '../../../generated/models.ts';
import type { Command, GuardInput, OrderKind } from './transitions.ts';

/** The field of `PUT /projects/{gid}` that asks for a command; `state` for all others. */
const fieldOf: Partial<Record<Command, string>> = { assign: 'worker', cancel: 'status', choose_winner: 'winner' };

/** Read after `cannot`. */
const words: Record<Command, string> = {
  edit: 'be edited',
  delete: 'be deleted',
  publish: 'be published',
  defer: 'be published',
  launch: 'be launched',
  request_proposal: 'be sent for a proposal',
  propose: 'be given a proposal',
  withdraw: 'be taken back',
  assign: 'be assigned a worker',
  deliver: 'receive a delivery',
  reject: 'have a delivery rejected',
  accept: 'have a delivery accepted',
  choose_winner: 'be given a winner',
  cancel: 'be canceled',
  settle: 'be paid',
};

/** What a 403 says of a command; `update project` of all others. */
const actions: Partial<Record<Command, [Verb, string]>> = {
  delete: ['delete', 'project'],
  deliver: ['create', 'message'],
  reject: ['create', 'message'],
  accept: ['create', 'message'],
};

/** 403 for a command that is for somebody else. */
export const forbiddenTo = (command: Command): Failure => forbidden(...(actions[command] ?? ['update', 'project']));

/** What a refusal says of an order. */
type RefusedOrder = GuardInput & { readonly kind: OrderKind; readonly state: ProjectState };

/** For a command that is not possible now: 400 with the state that forbids it; 403 for `DELETE`, where the contract lists no 400. */
export function refusal(command: Command, { kind, mode, state, status, firstResultAt }: RefusedOrder): Failure {
  if (command === 'delete') return forbiddenTo(command);
  const order = `${kind === 'product' ? 'a project' : 'a specific request'}${mode ? ` in mode ${mode}` : ''}`;
  const cannot = command === 'cancel' && firstResultAt ? 'can no longer' : 'cannot';
  const message = `${order} with state ${state} and status ${status} ${cannot} ${words[command]}`;
  return invalid({ path: fieldOf[command] ?? 'state', message });
}
