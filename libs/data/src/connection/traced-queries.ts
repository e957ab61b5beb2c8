import { AsyncResource } from 'node:async_hooks';
import type { Client, Pool } from 'pg';
import { activeSpan, errorKind, spanOf, type Span } from '@partner-ordering/tracing';
import { BatchingClient, textOf, type Query } from './batching-client.ts';

type Callback = (error: unknown, ...rest: unknown[]) => void;

/** Gives each statement that runs within a span a span of its own. That of a deferred one ends at once: its time counts for the next. */
export class TracedClient extends BatchingClient {
  override query: Client['query'] = ((...args: unknown[]) => {
    const run: Query = (...given) => this.send(given);
    const active = activeSpan();
    const text = active?.isRecorded ? textOf(args[0]) : undefined;
    const span = text === undefined ? undefined : active?.child(spanOf.statement(text));
    return span ? runTraced(run, args, span) : run(...args);
  }) as Client['query'];
}

/** Has the pool call back in the context of who asked for a connection, not of who freed it. */
export function keepContext(pool: Pool): void {
  const connect = pool.connect.bind(pool) as Query;
  pool.connect = ((callback?: Callback) =>
    callback && activeSpan() ? connect(AsyncResource.bind(callback)) : connect(callback)) as Pool['connect'];
}

function runTraced(run: Query, args: unknown[], span: Span): unknown {
  const end = (error?: unknown): void => span.end(error ? { error: errorKind(error) } : {});
  const callback = args.at(-1);
  if (typeof callback === 'function')
    return run(...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
      end(error);
      (callback as Callback)(error, ...rest);
    });
  const result = run(...args);
  if (result instanceof Promise) result.then(() => end(), end);
  else end();
  return result;
}
