import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';

/** A function, and its module's path from the root of the repository. */
export type CountedFunction = readonly [module: string, name: string];

const root = join(import.meta.dirname, '../..');

/** Counts the calls of functions of this process, by V8's precise coverage. Throws for one that its module does not have. */
export async function countCalls<Name extends string>(functions: Readonly<Record<Name, CountedFunction>>) {
  for (const [module, name] of Object.values<CountedFunction>(functions))
    assert.match(readFileSync(join(root, module), 'utf8'), new RegExp(`(?:function|const) ${name}\\b`), module);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    /** The calls since it was asked before. */
    async takeCounts(): Promise<Record<Name, number>> {
      const { result: scripts } = await session.post('Profiler.takePreciseCoverage');
      const counts = Object.entries<CountedFunction>(functions).map(([key, [module, name]]) => {
        const calledFunctions = scripts.filter(({ url }) => url.endsWith(`/${module}`)).flatMap((script) => script.functions);
        return [key, calledFunctions.reduce((sum, { functionName, ranges }) => sum + (functionName === name ? ranges[0]!.count : 0), 0)];
      });
      return Object.fromEntries(counts) as Record<Name, number>;
    },
    stop: () => session.disconnect(),
  };
}
