import { DomainRefusal, forbidden, invalid, type Verb } from '@partner-ordering/kernel';
import { faults } from '../../faults.ts';
import type { Command, GuardInput, OrderKind } from './transitions.ts';

/** The field of `PUT /projects/{gid}` that asks for a command; `state` for all others. */
const fieldOf: Partial<Record<Command, string>> = { assign: 'worker', cancel: 'status', choose_winner: 'winner' };

/** The wording of a 403 by command; `update project` for all others. */
const actions: Partial<Record<Command, [Verb, string]>> = {
  delete: ['delete', 'project'],
  deliver: ['create', 'message'],
  reject: ['create', 'message'],
  accept: ['create', 'message'],
};

/** 403 for a command of another role. A publication that waits for an approval has its own reason. */
export function forbiddenTo(command: Command): DomainRefusal {
  const refused = forbidden(...(actions[command] ?? ['update', 'project']));
  return command === 'launch' ? new DomainRefusal('forbidden', refused.message, { details: [faults.approval_needed('state')] }) : refused;
}

/** The facts about an order in a refusal. */
type RefusedOrder = GuardInput & { readonly kind: OrderKind };

/** For an impossible command: 400 with the state that forbids it; 403 for `DELETE`, where the contract lists no 400. */
export function refusal(command: Command, { kind, mode, state, status, firstResultAt }: RefusedOrder): DomainRefusal {
  if (command === 'delete') return forbiddenTo(command);
  const situation = { specific_request: kind === 'specific_request', mode: mode ?? undefined, state, status };
  if (command === 'cancel' && firstResultAt) return invalid(faults.too_late_to_cancel('status', situation));
  return invalid(faults.wrong_state(fieldOf[command] ?? 'state', { action: command, ...situation }));
}
