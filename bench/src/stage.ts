import { startCluster } from './cluster.ts';
import { startIssuer } from './issuer.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import type { Options } from './options.ts';
import { endChildrenWithUs, killChildren } from './processes.ts';
import { machineText } from './report.ts';
import type { BenchSetup } from './sides.ts';
import { startWorker } from './worker.ts';

/** Measures with a PostgreSQL, an issuer and a load generator, prints the figures and ends the process: with 1 after a failure. */
export async function onStage(options: Options, measure: (setup: BenchSetup) => Promise<string>): Promise<never> {
  endChildrenWithUs();
  const cluster = await startCluster();
  try {
    const load = startWorker<LoadOrder, LoadResult>('load.ts');
    const messagingUrl = await cluster.emptyDatabase('messaging');
    const figures = await measure({ cluster, issuer: await startIssuer(), load, options, messagingUrl });
    console.log(`\n${machineText()}\n\n${figures}\n`);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    killChildren();
    await cluster.stop();
  }
  process.exit();
}
