/** A function of ours that a request calls. */
export interface CalledFunction {
  /** Path of its file from the root of the repository. */
  file: string;
  name: string;
  /** The offset of its first character: names repeat. */
  start: number;
  calls: number;
}

interface Script {
  url: string;
  functions: { functionName: string; ranges: { startOffset: number; count: number }[] }[];
}

const ownModule = /\/((?:services|libs)\/(?!.*\/node_modules\/).+\.ts)/;

/** Reads V8's precise coverage of a process that was started with `--inspect`, on this port. */
export async function openCoverage(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  await new Promise((resolve) => (socket.onopen = resolve));
  const call = (method: string, params = {}): Promise<unknown> =>
    new Promise((resolve) => {
      waiting.set((last += 1), resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  await call('Profiler.enable');
  await call('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    /** The functions of ours that were called since the last call. */
    async take(): Promise<CalledFunction[]> {
      const { result } = (await call('Profiler.takePreciseCoverage')) as { result: Script[] };
      return result.flatMap(calledIn);
    },
    close: () => socket.close(),
  };
}

function calledIn({ url, functions }: Script): CalledFunction[] {
  const file = ownModule.exec(url)?.[1];
  if (file === undefined) return [];
  return functions.flatMap(({ functionName: name, ranges: [range] }) =>
    range && range.count > 0 ? [{ file, name, start: range.startOffset, calls: range.count }] : [],
  );
}
