import { destination } from 'pino';
import { aborted, startFailure, stopSignal } from '@partner-ordering/http';
import { readEnvironment } from './environment.ts';
import { startStandalone } from './standalone.ts';
import { welcome } from './welcome.ts';

/** All services in one process with their own PostgreSQL: what `npm start` runs. Ends by SIGINT or SIGTERM; see docs/configuration.md. */
const stop = stopSignal(process.env);
process.stdout.on('error', () => {}); // whoever read it has gone, as in `npm start | head`
const output = destination({ dest: 2, sync: false });
try {
  const options = readEnvironment(process.env);
  console.log('Starting …');
  const standalone = await startStandalone(options, { environment: process.env, output, stop });
  console.log(welcome(options, standalone.demo, performance.now() / 1000));
  await aborted(stop);
  console.log('Stopping');
  await standalone.stop();
  output.flushSync();
  process.exit(0);
} catch (error) {
  output.flushSync();
  if (stop.aborted) process.exit(0);
  console.error(`Cannot start: ${startFailure(error)}`);
  process.exit(1);
}
