import { Session } from 'node:inspector/promises';

/** A function, and the end of its module's path. */
export type Counted = readonly [module: string, name: string];

/** Counts the calls of functions of this process, by V8's precise coverage. */
export async function countCalls<Name extends string>(functions: Readonly<Record<Name, Counted>>) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    /** The calls since it was asked before. */
    async taken(): Promise<Record<Name, number>> {
      const { result: scripts } = await session.post('Profiler.takePreciseCoverage');
      const counts = Object.entries<Counted>(functions).map(([key, [module, name]]) => {
        const called = scripts.filter(({ url }) => url.endsWith(module)).flatMap((script) => script.functions);
        return [key, called.reduce((sum, { functionName, ranges }) => sum + (functionName === name ? ranges[0]!.count : 0), 0)];
      });
      return Object.fromEntries(counts) as Record<Name, number>;
    },
    stop: () => session.disconnect(),
  };
}
