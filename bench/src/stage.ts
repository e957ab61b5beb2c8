import { emptyDatabase, startCluster } from './cluster.ts';
import { startIssuer } from './issuer.ts';
import { startLoadGenerator, type LoadGenerator } from './measure.ts';
import type { Options } from './options.ts';
import { endChildrenWithUs, killChildren } from './processes.ts';
import type { BenchSetup } from './sides.ts';

/**
 * Measures on a PostgreSQL, an issuer and a load generator that end with it. What fails is printed: undefined, and the process will end
 * with 1.
 */
export async function onStage<Result>(
  options: Options,
  measure: (setup: BenchSetup, load: LoadGenerator) => Promise<Result>,
): Promise<Result | undefined> {
  endChildrenWithUs();
  const cluster = await startCluster();
  const issuer = await startIssuer();
  const load = startLoadGenerator();
  try {
    return await measure({ cluster, issuer, options, messagingUrl: await emptyDatabase(cluster, 'messaging') }, load);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return undefined;
  } finally {
    killChildren();
    load.stop();
    issuer.close();
    await cluster.stop();
  }
}
