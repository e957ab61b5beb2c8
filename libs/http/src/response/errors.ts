import { DomainRefusal, invalid, Refusal, unavailable, Unauthenticated } from '@partner-ordering/kernel';
import { EventTooLarge, MAX_EVENT_BYTES } from '@partner-ordering/messaging';
import { constraintOf, isTimeout, isUnanswered, type ConstraintDetails } from '@partner-ordering/data';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import {
  asOAuthError,
  contractAnswer,
  oauthAnswer,
  protocolErrors,
  errorContent,
  unauthenticatedAnswer,
  type ErrorAnswer,
  type ErrorContent,
} from './error-answers.ts';
import { faults } from '../faults.ts';
import type { ErrorReason } from './error-reasons.ts';
import { loggedPath } from '../observation/observe.ts';

/** A refusal of the protocol: method, media type, size. */
export class ProtocolRefusal extends Refusal {
  readonly status: number;
  readonly reason: ErrorReason | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor({ status, message, reason, headers = {} }: Pick<ErrorContent, 'status' | 'message' | 'reason' | 'headers'>) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.headers = headers;
  }
}

/** Turns errors into answers. Faults and the causes of 503 are logged; clients do not see them. */
export function errorHandler(log: Logger, constraints: ConstraintDetails): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (response.headersSent) return next(thrown);
    const error = recognize(thrown, constraints);
    if (error instanceof Unauthenticated) return send(response, unauthenticatedAnswer(error));
    if (error instanceof DomainRefusal && error.kind === 'unavailable')
      // A slow statement may be a fault of ours, unlike the others.
      log[isTimeout(error) ? 'error' : 'warn'](logFields(request, error), 'A request was refused with 503');
    if (error instanceof DomainRefusal) return send(response, answerTo(request, errorContent(error)));
    if (error instanceof ProtocolRefusal) return send(response, answerTo(request, error));
    log.error(logFields(request, thrown), 'A request failed');
    send(response, answerTo(request, protocolErrors.internal(request.id)));
  };
}

/** What a log says of a request that failed. */
export const logFields = ({ id, method, path }: Request, err: unknown): object => ({ err, request_id: id, method, path: loggedPath(path) });

/** RFC 6749 gives the OAuth endpoints an error body of their own. */
const answerTo = ({ path }: Request, error: ErrorContent): ErrorAnswer =>
  path.startsWith('/oauth2/') ? oauthAnswer(asOAuthError(error)) : contractAnswer(error);

const send = (response: Response, { status, headers, body }: ErrorAnswer): void =>
  void response.status(status).set(headers).type('json').send(JSON.stringify(body));

function recognize(thrown: unknown, constraints: ConstraintDetails): unknown {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof EventTooLarge) return tooLarge(thrown);
  const constraint = constraintOf(thrown);
  const detail = constraint === undefined ? undefined : constraints[constraint];
  if (detail !== undefined && detail !== 'retry')
    return new DomainRefusal('invalid', 'Data missing or invalid', { details: [detail], cause: thrown });
  if (isUnanswered(thrown)) return unavailable(thrown);
  return protocolError(thrown) ?? thrown;
}

/** 400 for a change whose event is too large. Names the longest field of the resource that the event shows. */
function tooLarge(cause: EventTooLarge): DomainRefusal {
  const { payload, ...state } = cause.event.data as Record<string, unknown>;
  const shown: object = typeof payload === 'string' ? Object.assign({}, ...Object.values<object>(JSON.parse(payload))) : state;
  const detail = faults.event_too_large(longestField(shown).join('.'), { max: MAX_EVENT_BYTES });
  return new DomainRefusal('invalid', 'Data missing or invalid', { details: [detail], cause });
}

function longestField(value: unknown): string[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  const fields = Object.entries(value).map(([name, content]) => ({ name, content, length: JSON.stringify(content).length }));
  const [longest] = fields.toSorted((one, other) => other.length - one.length);
  return longest ? [longest.name, ...longestField(longest.content)] : [];
}

/** Errors of Express and its parsers have a status. Only the client's mistakes (4xx) are passed on. */
function protocolError(thrown: unknown): ProtocolRefusal | DomainRefusal | undefined {
  const { status } = (thrown ?? {}) as { status?: unknown };
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  if (status === 413) return new ProtocolRefusal(protocolErrors.bodyTooLarge);
  if (status === 415) return new ProtocolRefusal(protocolErrors.unsupportedEncoding);
  if (status === 404) return new ProtocolRefusal(protocolErrors.notFound);
  return invalid(faults.unreadable('request'));
}
