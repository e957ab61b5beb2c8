import { newGid } from '@partner-ordering/kernel';
import type { Request, Response } from 'express';
import { REQUEST_LIMIT_MS, within } from '@partner-ordering/neighbours';
import { askingNow, causeOf } from '../neighbours/questions.ts';
import { withReadRepair } from '../neighbours/read-repair.ts';
import type { OperationContext } from '../runtime/context.ts';
import { idempotentRequest } from '../writes/idempotency.ts';
import type { Reply } from '../response/replies.ts';
import { sendReply } from '../response/respond.ts';
import type { OperationRoute, Route } from '../runtime/route.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { write } from '../writes/write.ts';
import { contextOf, type Message, type RequestRun } from './operation-context.ts';
import { Precondition } from './precondition.ts';

type Operation = (context: OperationContext) => Promise<Reply>;

/** Serves an operation of the document. Writes run in one transaction; reads and `x-transaction: manual` run without. */
export function operationHandler(runtime: Runtime, route: OperationRoute & Route, operation: Operation) {
  return async (request: Request, response: Response): Promise<void> => {
    const unchanging = { cause: causeOf(request), now: runtime.clock(), gid: once(newGid) };
    const answer = await withReadRepair({ ...runtime, ...unchanging }, (asked, answers) => {
      const run = route.transaction ? runWrite : runRead;
      return run(runtime, route, operation, request, { ...unchanging, asked, answers });
    });
    sendReply(request, response, answer, runtime.validateResponses);
  };
}

async function runRead(runtime: Runtime, route: Route, operation: Operation, request: Request, run: RequestRun): Promise<Reply> {
  const principal = request.claims && (await runtime.principals.forRead(request.claims));
  return operation(contextOf(runtime, route, request, { ...run, principal }));
}

async function runWrite(runtime: Runtime, route: Route, operation: Operation, request: Request, run: RequestRun): Promise<Reply> {
  const { claims, body, path, method } = request;
  const key = method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined;
  let messages: Message[] = [];
  const answer = await write(runtime, {
    now: run.now,
    traceparent: request.headers['traceparent'] as string | undefined,
    principal: claims && ((tx) => runtime.principals.forWrite(claims, tx)),
    idempotent: claims && (() => idempotentRequest(key, { ...claims, method, path, query: request.query, body: body as unknown })),
    effect: async (tx, principal, additions) => {
      const precondition = new Precondition(request.headers['if-match']);
      messages = [];
      const context = contextOf(runtime, route, request, { ...run, principal, tx, additions, precondition, messages });
      const reply = await operation(context).catch((error: unknown) =>
        Promise.reject(precondition.outranks(error) ? precondition.failure() : error),
      );
      if (precondition.failed) throw precondition.failure();
      return reply;
    },
  });
  if (!answer.isRolledBack) tellAll(runtime, messages, run);
  return answer;
}

/** The request is answered by now, so each call has a time of its own. */
function tellAll(runtime: Runtime, messages: readonly Message[], { cause }: RequestRun): void {
  const neighbours = askingNow(runtime, { ...cause, ...within(REQUEST_LIMIT_MS) });
  for (const message of messages)
    message(neighbours).catch((error: unknown) => runtime.log.warn({ err: error }, 'Another service was not told'));
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
