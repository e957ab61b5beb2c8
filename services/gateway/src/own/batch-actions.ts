import { invalidJsonDetail, checkJsonSize, httpFaults, MAX_DETAILS, utf8Text } from '@partner-ordering/http';
import { DomainRefusal, type Detail } from '@partner-ordering/kernel';
import { invalidAnswer, type Answer } from '../exchange/answers.ts';
import { faults } from '../faults.ts';

/** One action of a batch as the client gave it. */
export interface Action {
  relativeUrl: string;
  method: string;
  /** JSON-encoded text. */
  body: string | null;
}

export const MAX_BATCH_BYTES = 5 * 1024 * 1024;
const MAX_ACTIONS = 50;
/** Several times the values of a valid batch, so that too many actions, or a body that is no text, get an error of their own. */
const limits = { values: 1_000, depth: 16 };
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
const text = { types: ['string'] };
const fields = new Set(['relative_url', 'method', 'body']);

/** The actions in a batch's body, or a 400 that names each mistake. The services check the bodies of the actions. */
export function parseActions(body: Buffer): Action[] | Answer {
  let parsed: unknown;
  try {
    checkJsonSize(body, limits);
    parsed = JSON.parse(utf8Text(body));
  } catch (error) {
    return invalidAnswer(...(error instanceof DomainRefusal ? error.details! : [invalidJsonDetail('body', error as Error)]));
  }
  if (!Array.isArray(parsed)) return invalidAnswer(faults.not_a_list_of_actions('body'));
  if (parsed.length === 0) return invalidAnswer(faults.empty('body'));
  if (parsed.length > MAX_ACTIONS) return invalidAnswer(faults.too_many_items('body', { max: MAX_ACTIONS }));
  const details: Detail[] = [];
  const actions = parsed.map((action: unknown, index) => parseAction(action, String(index), details));
  return details.length > 0 ? invalidAnswer(...details.slice(0, MAX_DETAILS)) : actions;
}

function parseAction(value: unknown, path: string, details: Detail[]): Action {
  const action: Action = { relativeUrl: '', method: '', body: null };
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    details.push(faults.wrong_type(path, { types: ['object'] }));
    return action;
  }
  const { relative_url: relativeUrl, method, body = null } = value as Record<string, unknown>;
  for (const name of Object.keys(value)) if (!fields.has(name)) details.push(httpFaults.unknown_field(`${path}.${name.slice(0, 64)}`));
  if (typeof relativeUrl === 'string') action.relativeUrl = relativeUrl;
  else details.push(relativeUrl === undefined ? faults.required(`${path}.relative_url`) : faults.wrong_type(`${path}.relative_url`, text));
  if (typeof method === 'string' && methods.includes(method.toUpperCase())) action.method = method.toUpperCase();
  else details.push(method === undefined ? faults.required(`${path}.method`) : faults.not_one_of(`${path}.method`, { allowed: methods }));
  if (body === null || typeof body === 'string') action.body = body;
  else details.push(faults.not_json_text(`${path}.body`));
  return action;
}
