import { newGid, Refusal, type StateKey } from '@partner-ordering/kernel';
import { lastStatements } from '@partner-ordering/data';
import type { Request } from 'express';
import { allServices, withTimeLimit } from '@partner-ordering/service-client';
import { runWrite } from '@partner-ordering/writes';
import { type NamedRoute, operationAt } from '@partner-ordering/openapi';
import { causeOf } from '../observation/observe.ts';
import { ServiceAnswers } from '../service-calls/service-answers.ts';
import type { OperationContext } from '../runtime/context.ts';
import { describedFilesIn, fileFields, type FileFields } from '../runtime/file-fields.ts';
import { rolledBack, type Reply } from '../response/replies.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { contextOf, type ReadsAsCaller, type RequestRun } from './operation-context.ts';
import { NamedFiles } from './named-files.ts';
import { earlierReply, idempotentRequest, keepReply, Precondition } from './safe-requests.ts';

interface Operation {
  (context: OperationContext): Promise<Reply>;
  readonly prefetch?: Prefetch<OperationContext>;
}

/** With it, a request is answered within 10 s though the database is silent afterwards (`ANSWER_TIMEOUT_MS` of libs/data). */
const PREFETCH_LIMIT_MS = 1_000;

type Prefetch<Context> = (context: Context) => Promise<readonly StateKey[]>;

/**
 * A write that asks other services before its transaction, so that it need not be rolled back to ask. `fetchAhead` returns the states to
 * read with the caller's principal. It gets no principal; `signedIn` reads it. Its refusals are ignored: the operation asks what is still
 * open. It comes before all checks, and before a kept reply is found.
 */
export const withPrefetch = <Context, Answer>(
  fetchAhead: Prefetch<Omit<NoInfer<Context>, 'principal' | keyof ReadsAsCaller>>,
  operation: (context: Context) => Promise<Answer>,
): ((context: Context) => Promise<Answer>) => Object.assign(operation, { prefetch: fetchAhead });

/** Serves an operation. Writes, and reads with `x-transaction: always`, run in one transaction; others and `manual` writes run without. */
export function operationHandler(runtime: Runtime, route: NamedRoute, operation: Operation): (request: Request) => Promise<Reply> {
  const fields = fieldsWithFiles(runtime, route);
  const isRead = route.method === 'get' && !route.transaction;
  return async (request) => {
    const cause = causeOf(request);
    const files = await NamedFiles.resolve(describedFilesIn(request.body, fields), request.claims?.user, (question) =>
      allServices(runtime.ask, cause).files.resolveFiles(question),
    );
    const run = { cause, files, answers: new ServiceAnswers(runtime, cause), now: runtime.clock(), gid: isRead ? undefined : newGid() };
    const states = operation.prefetch ? await prefetch(runtime, route, request, run, operation.prefetch) : [];
    if (route.transaction) return runInTransaction(runtime, route, request, { ...run, states }, operation);
    return run.answers.run(async () => operation(await contextOfRead(runtime, route, request, run)));
  };
}

/** The fields of the body that name files. Throws if the service may not ask about files. */
function fieldsWithFiles({ document, callable, name }: Runtime, route: NamedRoute): FileFields {
  const fields = fileFields(document, operationAt(document, route));
  if (fields.required.length + fields.optional.length > 0 && !callable['files']?.['resolveFiles'])
    throw new Error(`${route.operationId} names files, but ${name} may not call resolveFiles of files`);
  return fields;
}

async function prefetch(
  runtime: Runtime,
  route: NamedRoute,
  request: Request,
  run: RequestRun,
  fetchAhead: Prefetch<OperationContext>,
): Promise<readonly StateKey[]> {
  const cause = withTimeLimit(PREFETCH_LIMIT_MS, run.cause);
  try {
    return await run.answers.run(() => fetchAhead(contextOf(runtime, route, request, { ...run, cause, principal: undefined })), cause);
  } catch (error) {
    // A silent database ends the request, as there is no time left to wait for it twice.
    if (!(error instanceof Refusal)) throw error;
    return [];
  }
}

async function contextOfRead(runtime: Runtime, route: NamedRoute, request: Request, run: RequestRun): Promise<OperationContext> {
  const principal = request.claims && (await runtime.principals.forRead(request.claims));
  return contextOf(runtime, route, request, { ...run, principal });
}

interface WriteRun extends RequestRun {
  /** Read with the principal. */
  states: readonly StateKey[];
}

/** Runs a write: its principal, an earlier reply, the operation and its precondition; `runWrite` then writes and commits. */
function runInTransaction(runtime: Runtime, route: NamedRoute, request: Request, run: WriteRun, operation: Operation): Promise<Reply> {
  const { claims, headers } = request;
  return runWrite(runtime, {
    now: run.now,
    traceparent: headers['traceparent'] as string | undefined,
    work: async (tx, sideEffects) => {
      const outcome = await run.answers.attempt(async () => {
        const principal = claims && (await runtime.principals.forWrite(claims, tx, run.states));
        const idempotent = claims && idempotentRequest(request, claims);
        const earlier = idempotent && (await earlierReply(tx, idempotent));
        if (earlier) return rolledBack(earlier);
        const precondition = Precondition.of(request);
        const context = contextOf(runtime, route, request, { ...run, principal, tx, sideEffects, precondition });
        const answer = precondition ? await precondition.run(() => operation(context)) : await operation(context);
        if (idempotent && answer.status < 300 && !answer.isRolledBack) await lastStatements(() => keepReply(tx, idempotent, answer));
        return answer;
      });
      return outcome.kind === 'done' && outcome.answer.isRolledBack ? { ...outcome, kind: 'roll back' } : outcome;
    },
  });
}
