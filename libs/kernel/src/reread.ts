export interface RereadOptions<Value> {
  /** The text as it is now. */
  read: () => string;
  /** Throws for an unusable text. `before` is the value in use. */
  parse: (text: string, before: Value | undefined) => Value;
  /** Called once for each unusable text. */
  onError?: ((error: unknown) => void) | undefined;
  /** Milliseconds of a clock that never goes back. */
  nowMs?: (() => number) | undefined;
}

/** Between two reads. */
const REREAD_MS = 1_000;
/** The same with `isUrgent`. */
const URGENT_MS = 100;

/**
 * The value of a text that may change while the process runs, such as a mounted key file. The text is read again at most once a second, or
 * ten times with `isUrgent`. A text that cannot be read or parsed leaves the value as it was; the first one throws.
 */
export function reread<Value>(options: RereadOptions<Value>): (isUrgent?: boolean) => Value {
  const { read, parse, onError = () => undefined, nowMs = () => performance.now() } = options;
  let text = read();
  let value = parse(text, undefined);
  let readAtMs = nowMs();
  let lastProblem: string | undefined;

  return (isUrgent = false) => {
    if (nowMs() - readAtMs < (isUrgent ? URGENT_MS : REREAD_MS)) return value;
    readAtMs = nowMs();
    try {
      const next = read();
      if (next !== text) value = parse((text = next), value);
      lastProblem = undefined;
    } catch (error) {
      const { message } = error as Error;
      if (message !== lastProblem) onError(error);
      lastProblem = message;
    }
    return value;
  };
}
