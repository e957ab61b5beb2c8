/** A request to one of a service's instances, and which failures leave it to the next one. */
export interface InstanceRequest extends RequestInit {
  /** Whether the request may reach two instances; otherwise it goes to the next one only if the first refused the connection. */
  isRepeatable?: boolean;
  /** Whether 404 is an answer. Otherwise the instance, of the version before, does not know the operation. */
  mayBeAbsent?: boolean;
}

/** Sends a request to one of a service's instances; like `fetch`, it throws when none can be reached. */
export type Instances = (path: string, request: InstanceRequest) => Promise<Response>;

/** The instances of a service, by base URL. When one fails, this request and the following ones go to the next. */
export function instancesOf(urls: readonly string[]): Instances {
  let turn = 0;
  return async (path, { isRepeatable = true, mayBeAbsent = true, ...init }) => {
    const first = turn;
    for (let attempt = first; ; attempt++) {
      const url = new URL(path, urls[attempt % urls.length]);
      const answer = await fetch(url, init).catch((error: Error) => error);
      const isUnknown = answer instanceof Response && answer.status === 404 && !mayBeAbsent;
      if (answer instanceof Response && answer.status !== 503 && !isUnknown) return answer;
      // Requests that fail side by side leave an instance once; otherwise the second would lead the others back to it.
      turn = Math.max(turn, attempt + 1);
      const isLast = attempt - first >= urls.length - 1 || (!isRepeatable && !isUnknown && !wasRefused(answer));
      if (answer instanceof Response && isLast) return answer;
      if (answer instanceof Response) await answer.body?.cancel();
      else if (isLast || init.signal?.aborted) throw answer;
    }
  };
}

const refusals = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** Whether nothing of the request has reached the instance. */
function wasRefused(answer: Response | Error): boolean {
  const { code } = ((answer as Error).cause ?? {}) as { code?: unknown };
  return typeof code === 'string' && refusals.has(code);
}
