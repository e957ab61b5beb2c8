import { readOptions } from '../options.ts';
import { machineText, table } from '../report.ts';
import { onStage } from '../stage.ts';
import { measureTokens, type TokenFigures } from './issue.ts';

// `npm run bench:tokens`, see docs/performance.md.

const AIM_TOKENS = 2_000;
const options = readOptions({ BENCH_SECONDS: '20', ...process.env });

const measured = await onStage(options, async (setup, load) => ({
  tokens: await measureTokens(setup, load),
  postgresVersion: setup.cluster.version,
}));
if (measured) console.log(`\n${machineText(measured.postgresVersion, new Date())}\n\n${tableOf(measured.tokens)}\n`);
process.exit();

function tableOf(issued: TokenFigures): string {
  const count = (value: number): string => Math.round(value).toLocaleString('en');
  const micros = (value: number): string => `${value.toFixed(0)} µs`;
  return table(
    [
      ['', 'figure', 'aim'],
      ['`client_credentials`, tokens per second and core of identity', count(1e6 / issued.nodeMicroseconds), `≥ ${count(AIM_TOKENS)}`],
      ['… CPU of identity per token', micros(issued.nodeMicroseconds), ''],
      ['… CPU of PostgreSQL per token', micros(issued.postgresMicroseconds), ''],
      [`… tokens per second here, ${options.connections} connections`, count(issued.perSecond), ''],
      ['… p50 and p99', `${issued.p50Ms.toFixed(1)} ms, ${issued.p99Ms.toFixed(1)} ms`, ''],
    ],
    1,
  );
}
