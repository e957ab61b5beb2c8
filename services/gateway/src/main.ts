import { aborted, IDLE_GRACE_MS, serveMetrics, startFailure, stopSignal, tracingOf } from '@partner-ordering/service';
import { logOutput, serviceLog } from '@partner-ordering/http';
import { readEnvironment } from './process/environment.ts';
import { createGateway } from './service.ts';

/** The gateway as a process of its own, see docs/operators/configuration.md. */
const stop = stopSignal(process.env);
const output = logOutput();

try {
  const { config, port, metricsPort, host, logLevel } = readEnvironment(process.env);
  const logger = serviceLog('gateway', logLevel, output);
  const tracing = await tracingOf(process.env, 'gateway', logger);
  const gateway = await createGateway(config, { logger, tracing });
  await gateway.listen(port, host);
  const pages = { '/metrics': gateway.metrics };
  const metrics = metricsPort === undefined ? undefined : await serveMetrics(pages, { port: metricsPort, host }, gateway.isReady);
  logger.info({ port, host, metricsPort }, 'Listening');
  await aborted(stop);
  await gateway.close(IDLE_GRACE_MS);
  await metrics?.close();
  await tracing?.close();
  output.flushSync();
  process.exit(0);
} catch (error) {
  output.flushSync();
  process.stderr.write(`Cannot start: ${startFailure(error)}\n`);
  process.exit(1);
}
