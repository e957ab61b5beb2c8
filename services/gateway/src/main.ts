import { destination, pino } from 'pino';
import { readEnvironment } from './environment.ts';
import { createGateway } from './service.ts';

const { config, port, host, logLevel } = readEnvironment(process.env);
// Log lines are written in blocks: one write per request costs as much as a tenth of the hop.
const output = destination({ sync: false, minLength: 4096, periodicFlush: 1000 });
const logger = pino({ level: logLevel, base: { service: 'gateway' } }, output);

try {
  const gateway = await createGateway(config, { logger });
  const stop = (): void => void gateway.close().then(() => output.end());
  process.once('SIGTERM', stop).once('SIGINT', stop);
  await gateway.listen(port, host);
  logger.info({ port, host }, 'listening');
} catch (error) {
  process.stderr.write(`The gateway cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
