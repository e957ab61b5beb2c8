export interface RereadOptions<Value> {
  /** The text as it is now. */
  read: () => string;
  /** Throws for a text that cannot be used. `before` is what is in use until then. */
  parse: (text: string, before: Value | undefined) => Value;
  /** Told once of a changed text that cannot be used. */
  onError?: ((error: unknown) => void) | undefined;
  /** Milliseconds of a clock that never goes back. */
  nowMs?: (() => number) | undefined;
}

/** How often a text is looked at. */
const REREAD_MS = 1_000;
/** How often it is looked at by who lacks something in it. */
const URGENT_MS = 100;

/**
 * What a text means that may change while the process runs, such as a mounted file with keys: read anew when it is asked for, once a second
 * at most, or ten times for who misses something (`isUrgent`). A text that cannot be read or used leaves what was in use. Throws what the
 * first text is refused with.
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
