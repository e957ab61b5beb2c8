/** Sends a request to one of a service's instances; like `fetch`, it throws when none can be reached. */
export type Instances = (path: string, init: RequestInit) => Promise<Response>;

/**
 * The instances of a service. When one fails, this request and the following ones go to the next. So a request may reach two
 * instances: calls between services can be repeated.
 * @param urls their base URLs
 */
export function instancesOf(urls: readonly string[]): Instances {
  let turn = 0;
  return async (path, init) => {
    for (let left = urls.length; ; left--) {
      const url = new URL(path, urls[turn % urls.length]);
      const answer = await fetch(url, init).catch((error: Error) => error);
      if (answer instanceof Response && answer.status !== 503) return answer;
      turn++;
      if (answer instanceof Response && left <= 1) return answer;
      if (answer instanceof Response) await answer.body?.cancel();
      else if (left <= 1 || init.signal?.aborted) throw answer;
    }
  };
}
