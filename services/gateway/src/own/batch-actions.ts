import { brokenJson, checkJsonSize, faultTexts, MAX_DETAILS, utf8Text } from '@partner-ordering/http';
import { Failure, type Detail } from '@partner-ordering/kernel';
import { invalidAnswer, type Answer } from '../exchange/answers.ts';

/** One action of a batch as the client gave it. */
export interface Action {
  relativeUrl: string;
  method: string;
  /** JSON-encoded text. */
  body: string | null;
}

export const MAX_BATCH_BYTES = 5 * 1024 * 1024;
const MAX_ACTIONS = 50;
/** Several times what the actions hold, so that whoever sends too many, or a body that is no text, reads which. */
const limits = { values: 1_000, depth: 16 };
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);
const fields = new Set(['relative_url', 'method', 'body']);

/** The actions in a batch's body, or a 400 that names each mistake. The services check the bodies of the actions. */
export function parseActions(body: Buffer): Action[] | Answer {
  let given: unknown;
  try {
    checkJsonSize(body, limits);
    given = JSON.parse(utf8Text(body));
  } catch (error) {
    return invalidAnswer(...(error instanceof Failure ? error.details! : [{ path: 'body', message: brokenJson(error as Error) }]));
  }
  if (!Array.isArray(given)) return invalidAnswer({ path: 'body', message: 'must be a list of actions' });
  if (given.length === 0) return invalidAnswer({ path: 'body', message: 'must not be empty' });
  if (given.length > MAX_ACTIONS) return invalidAnswer({ path: 'body', message: `must have at most ${MAX_ACTIONS} items` });
  const details: Detail[] = [];
  const actions = given.map((action: unknown, index) => parseAction(action, String(index), details));
  return details.length > 0 ? invalidAnswer(...details.slice(0, MAX_DETAILS)) : actions;
}

function parseAction(given: unknown, path: string, details: Detail[]): Action {
  const action: Action = { relativeUrl: '', method: '', body: null };
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    details.push({ path, message: 'must be an object' });
    return action;
  }
  const { relative_url: relativeUrl, method, body = null } = given as Record<string, unknown>;
  for (const name of Object.keys(given))
    if (!fields.has(name)) details.push({ path: `${path}.${name.slice(0, 64)}`, message: faultTexts.unknownField });
  if (typeof relativeUrl === 'string') action.relativeUrl = relativeUrl;
  else details.push({ path: `${path}.relative_url`, message: relativeUrl === undefined ? faultTexts.required : 'must be text' });
  if (typeof method === 'string' && methods.has(method.toUpperCase())) action.method = method.toUpperCase();
  else
    details.push({
      path: `${path}.method`,
      message: method === undefined ? faultTexts.required : `must be one of ${[...methods].join(', ')}`,
    });
  if (body === null || typeof body === 'string') action.body = body;
  else details.push({ path: `${path}.body`, message: 'must be JSON-encoded text or null' });
  return action;
}
