import { Failure, newGid, PossiblyStale } from '@partner-ordering/kernel';
import type { Request, Response } from 'express';
import { answering, atMost } from '@partner-ordering/service-client';
import { causeOf } from '../service-calls/calls.ts';
import { withReadRepair } from '../service-calls/read-repair.ts';
import type { OperationContext } from '../runtime/context.ts';
import { operationOf } from '../runtime/document.ts';
import { describedFilesIn, fileFields, type FileFields } from '../runtime/file-fields.ts';
import { idempotentRequest } from '../writes/idempotency.ts';
import type { Reply } from '../response/replies.ts';
import { sendReply } from '../response/respond.ts';
import type { OperationRoute, Route } from '../runtime/route.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { write } from '../writes/write.ts';
import { Answers } from './answers.ts';
import { contextOf, type RequestRun } from './operation-context.ts';
import { NamedFiles } from './named-files.ts';
import { Precondition } from './precondition.ts';

interface Operation {
  (context: OperationContext): Promise<Reply>;
  readonly ahead?: Ahead<OperationContext>;
}

/** With it, a request is answered within 10 s though the database is silent afterwards (`ANSWER_TIMEOUT_MS` of libs/data). */
const AHEAD_LIMIT_MS = 1_000;

type Ahead<Context> = (context: Context) => Promise<unknown>;

/**
 * A write that asks other services before its transaction, so that it need not be rolled back to ask. `ahead` gets the context of a read.
 * Its failures are ignored: the operation asks again. It comes before all checks, and before a kept reply is found.
 */
export const askingAhead = <Context, Answer>(
  ahead: Ahead<NoInfer<Context>>,
  operation: (context: Context) => Promise<Answer>,
): ((context: Context) => Promise<Answer>) => Object.assign(operation, { ahead });

/** Serves an operation. Writes, and reads with `x-transaction: always`, run in one transaction; others and `manual` writes run without. */
export function operationHandler(runtime: Runtime, route: OperationRoute & Route, operation: Operation) {
  const fields = fieldsWithFiles(runtime, route);
  const run = route.transaction ? runWrite : runRead;
  return async (request: Request, response: Response): Promise<void> => {
    const cause = causeOf(request);
    const files = await NamedFiles.resolve(describedFilesIn(request.body, fields), request.claims?.user, (question) =>
      answering(runtime.ask, cause).files.resolveFiles(question),
    );
    const unchanging = { cause, files, answers: new Answers(), now: runtime.clock(), gid: newGid() };
    const { ahead } = operation;
    if (ahead) {
      const inTime = { ...unchanging, cause: atMost(AHEAD_LIMIT_MS, cause), asked: new Set<string>() };
      await unchanging.answers.during(async () => ahead(await readContext(runtime, route, request, inTime))).catch(ignoreFailure);
    }
    const answer = await withReadRepair({ ...runtime, cause }, (asked) =>
      unchanging.answers.during(() => run(runtime, route, operation, request, { ...unchanging, asked })),
    );
    sendReply(request, response, answer, runtime.validateResponses);
  };
}

/** A silent database ends the request, as there is no time left to wait for it twice. */
function ignoreFailure(error: unknown): void {
  if (!(error instanceof Failure || error instanceof PossiblyStale)) throw error;
}

/** The fields of the body that name files. Throws if the service may not ask about files. */
function fieldsWithFiles({ document, callable, name }: Runtime, route: Route): FileFields {
  const fields = fileFields(document, operationOf(document, route));
  if (fields.required.length + fields.optional.length > 0 && !callable['files']?.['resolveFiles'])
    throw new Error(`${route.operationId} names files, but ${name} may not call resolveFiles of files`);
  return fields;
}

const runRead = (runtime: Runtime, route: Route, operation: Operation, request: Request, run: RequestRun): Promise<Reply> =>
  readContext(runtime, route, request, run).then(operation);

async function readContext(runtime: Runtime, route: Route, request: Request, run: RequestRun): Promise<OperationContext> {
  const principal = request.claims && (await runtime.principals.forRead(request.claims));
  return contextOf(runtime, route, request, { ...run, principal });
}

async function runWrite(runtime: Runtime, route: Route, operation: Operation, request: Request, run: RequestRun): Promise<Reply> {
  const { claims, body, path, method } = request;
  const key = method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined;
  return write(runtime, {
    now: run.now,
    traceparent: request.headers['traceparent'] as string | undefined,
    principal: claims && ((tx) => runtime.principals.forWrite(claims, tx)),
    idempotent: claims && (() => idempotentRequest(key, { ...claims, method, path, query: request.query, body: body as unknown })),
    effect: async (tx, principal, additions) => {
      const precondition = new Precondition(request);
      const context = contextOf(runtime, route, request, { ...run, principal, tx, additions, precondition });
      const reply = await operation(context).catch((error: unknown) => Promise.reject(precondition.insteadOf(error)));
      const refusal = precondition.refusal();
      if (refusal) throw refusal;
      return reply;
    },
  });
}
