import { readOptions } from '../options.ts';
import { machineText, table } from '../report.ts';
import { onStage } from '../stage.ts';
import { measureTokens, type TokenFigures } from './issue.ts';
import { measureChecks, type CheckFigures } from './check.ts';

// `npm run bench:tokens`, see docs/performance.md.

const AIM_TOKENS = 2_000;
const AIM_CHECK_MICROSECONDS = 10;
const options = readOptions({ BENCH_SECONDS: '20', ...process.env });

const checks = await measureChecks();
const measured = await onStage(options, async (setup, load) => ({
  tokens: await measureTokens(setup, load),
  postgresVersion: setup.cluster.version,
}));
if (measured) console.log(`\n${machineText(measured.postgresVersion, new Date())}\n\n${tableOf(measured.tokens, checks)}\n`);
process.exit();

function tableOf(issued: TokenFigures, checked: CheckFigures): string {
  const count = (value: number): string => Math.round(value).toLocaleString('en');
  const micros = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} µs`;
  return table(
    [
      ['', 'figure', 'aim'],
      ['`client_credentials`, tokens per second and core of identity', count(1e6 / issued.nodeMicroseconds), `≥ ${count(AIM_TOKENS)}`],
      ['… CPU of identity per token', micros(issued.nodeMicroseconds), ''],
      ['… of it the RSA signature', micros(issued.signatureMicroseconds), ''],
      ['… CPU of PostgreSQL per token', micros(issued.postgresMicroseconds), ''],
      [`… tokens per second here, ${options.connections} connections`, count(issued.perSecond), ''],
      ['… p50 and p99', `${issued.p50Ms.toFixed(1)} ms, ${issued.p99Ms.toFixed(1)} ms`, ''],
      ['token check per request, gateway and service', micros(checked.gateway + checked.service), `< ${AIM_CHECK_MICROSECONDS} µs`],
      ['… of it the gateway', micros(checked.gateway), ''],
      ['… of it the service, with the rights of the user', micros(checked.service), ''],
      ['… the first check of a token', micros(checked.first), ''],
    ],
    1,
  );
}
