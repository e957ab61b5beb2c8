import { type Failure, invalid } from '@partner-ordering/kernel';
import type { ProjectState } from '../../../generated/models.ts';
import type { Command, GuardInput, OrderKind } from './transitions.ts';

/** The field of `PUT /projects/{gid}` that asks for a command; `state` for all others. */
const fieldOf: Partial<Record<Command, string>> = { assign: 'worker', cancel: 'status', choose_winner: 'winner' };

const words: Record<Command, string> = {
  edit: 'be edited',
  delete: 'be deleted',
  publish: 'be published',
  defer: 'be published',
  launch: 'be launched',
  request_proposal: 'wait for a proposal',
  propose: 'get a proposal',
  withdraw: 'go back',
  assign: 'be assigned to a worker',
  deliver: 'take a delivery',
  reject: 'reject a delivery',
  accept: 'accept a delivery',
  choose_winner: 'get a winner',
  cancel: 'be canceled',
  settle: 'be paid',
};

/** What a refusal says of an order. */
type RefusedOrder = GuardInput & { readonly kind: OrderKind; readonly state: ProjectState };

/** 400 for a command that is not possible now, with the state that forbids it. */
export function refusal(command: Command, { kind, mode, state, status, firstResultAt }: RefusedOrder): Failure {
  const order = `${kind === 'product' ? 'a project' : 'a specific request'}${mode ? ` in mode ${mode}` : ''}`;
  const what = `${words[command]}${command === 'cancel' && firstResultAt ? ' any more' : ''}`;
  return invalid({ path: fieldOf[command] ?? 'state', message: `${order}, state ${state} and status ${status} cannot ${what}` });
}
