import { ApiError, AuthenticationError, ConnectionError } from '@partner-ordering/client';
import { readArguments, usage } from './arguments.ts';
import { startListener, type Listener } from './listener.ts';
import { printed } from './print.ts';

// `npm run webhook:listen`: a webhook receiver for the demo organization of a running `npm start`; see docs/partners/webhooks.md.

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
});
process.stdout.on('error', () => {}); // the reader has gone

/** Says in one line why it ends, and ends with 1. */
function fail(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

function failureOf(error: unknown, url: string): string {
  if (error instanceof ConnectionError)
    return `There is no API at ${url} (${codeOf(error)}). Start it with npm start, or name another with --url=…`;
  if (error instanceof AuthenticationError)
    return `The demo user was refused at ${url}: ${error.message}. Only an installation with the demo data has it`;
  if (error instanceof ApiError) return `The API refused it: ${error.message}`;
  return (error as Error).message;
}

function codeOf(error: Error): string {
  const cause = error.cause as (Error & { code?: string }) | undefined;
  return cause?.cause instanceof Error ? codeOf(cause) : (cause?.code ?? cause?.message ?? error.message);
}

async function start(): Promise<{ url: string; listener: Listener }> {
  let url = '';
  try {
    const options = readArguments(process.argv.slice(2));
    ({ url } = options);
    const hasColours = process.stdout.hasColors?.() ?? false;
    return { url, listener: await startListener(options, (arrived) => say(printed(arrived, hasColours))) };
  } catch (error) {
    const isArgument = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') || url === '';
    return fail(isArgument ? `${(error as Error).message}\n${usage}` : failureOf(error, url));
  }
}

const { url, listener } = await start();
say(`${listener.url} is told of the events of organization ${listener.organization}, at ${url}. Ctrl-C removes the webhook and ends.`);
await stopped;
await listener.end().catch((error: unknown) => fail(`The webhook is left behind. ${failureOf(error, url)}`));
process.exit(0);
