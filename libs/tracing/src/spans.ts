import { AsyncLocalStorage } from 'node:async_hooks';

/** The attributes of a span, by the names of OpenTelemetry's semantic conventions. See `span-attributes.ts`. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A span as it begins. */
export interface SpanStart {
  kind: 'server' | 'client' | 'consumer' | 'internal';
  /** One of few: a method with the document's path, an event's type. */
  name: string;
  attributes?: Attributes;
}

/** The changes of a span at its end. */
export interface SpanEnd {
  /** Instead of the one that it began with. */
  name?: string;
  attributes?: Attributes;
  /** The kind of error that ended it, see `errorKind`. */
  error?: string | undefined;
}

/** A part of a trace: something that takes time. */
export interface Span {
  /** W3C Trace Context, for whom it asks. */
  readonly traceparent: string;
  /** Whether anybody will see it. */
  readonly isRecorded: boolean;
  /** Begins a span within this one; undefined when it is not recorded. */
  child(start: SpanStart): Span | undefined;
  end(end?: SpanEnd): void;
}

/** The relation of a span to one elsewhere. Both are `traceparent`s of W3C Trace Context; one that is malformed counts as none. */
export interface Origin {
  /** The span that it is a part of. */
  parent?: string | undefined;
  /** A trace that it links to without being a part of it. The span begins a trace of its own. */
  link?: string | undefined;
}

/** The traces of one service. */
export interface Tracing {
  /** Begins the service's part of a trace: of the trace of its `parent`, or a new one. */
  begin(start: SpanStart, origin?: Origin): Span;
  /** Sends what is still to be sent, for two seconds at most. */
  close(): Promise<void>;
}

const active = new AsyncLocalStorage<Span>();

/** The span in which this code runs; undefined when it is not traced. */
export const activeSpan = (): Span | undefined => active.getStore();

/** Runs `work`, and whatever it begins, within a span. */
export const withSpan = <Result>(span: Span | undefined, work: () => Result): Result =>
  span === undefined ? work() : active.run(span, work);

/** Runs `work` within a span, which ends with it. */
export async function inSpan<Result>(span: Span | undefined, work: () => Promise<Result>): Promise<Result> {
  if (span === undefined) return work();
  try {
    const result = await active.run(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end({ error: errorKind(error) });
    throw error;
  }
}

/** The code or the class of an error. Its message may repeat what a client has sent. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, name } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : name;
}
