import { join } from 'node:path';
import { destination } from 'pino';
import { aborted, changeKeys, startFailure, stopSignal } from '@partner-ordering/service';
import { readCommand } from './command.ts';
import { readEnvironment, type StandaloneOptions } from './environment.ts';
import { runStandaloneCommand, startStandalone } from './standalone.ts';
import { welcome } from './welcome.ts';

/** `npm start`: all services in one process with their own PostgreSQL, or a command. See docs/operators/configuration.md. */
const stop = stopSignal(process.env);
process.stdout.on('error', () => {}); // the reader may close the pipe, as in `npm start | head`
const output = destination({ dest: 2, sync: false });
const args = process.argv.slice(2);
try {
  const options = readEnvironment(process.env);
  if (args[0] === 'keys') {
    console.log(changeKeys(join(options.dataDir, 'keys'), args.slice(1)));
    process.exit(0);
  }
  const command = readCommand(args, options.isProduction);
  if (command) {
    await runStandaloneCommand(options, { environment: process.env, output, stop }, command);
    output.flushSync();
    process.exit(0);
  }
  console.log('Starting …');
  const standalone = await startStandalone(options, { environment: process.env, output, stop });
  console.log(welcome(options, standalone, performance.now() / 1000));
  if (options.demoOrders) void tryDemoOrders(options, standalone.url);
  await aborted(stop);
  console.log('Stopping');
  await standalone.stop();
  output.flushSync();
  process.exit(0);
} catch (error) {
  output.flushSync();
  // An interrupted command has not done its work, so it must not report success.
  if (stop.aborted) process.exit(args.length > 0 ? 1 : 0);
  console.error(`Cannot ${args[0] ?? 'start'}: ${startFailure(error)}`);
  process.exit(1);
}

/** After a failure the system goes on without them. */
async function tryDemoOrders({ dataDir, issuer }: StandaloneOptions, url: string): Promise<void> {
  try {
    // Loaded here: only this needs it, and the start need not wait.
    const { placeDemoOrders } = await import('./demo/place.ts');
    await placeDemoOrders({ url, issuer, marker: join(dataDir, 'demo-orders'), stop });
  } catch (error) {
    if (!stop.aborted) console.error(`Not all demo orders are placed; the next start goes on: ${startFailure(error)}`);
  }
}
