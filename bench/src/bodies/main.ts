import { hostileForms, hostileJson, type HostileBody } from '@partner-ordering/testing';
import { cpuOf } from '../cpu.ts';
import { readOptions } from '../options.ts';
import { endChildrenWithUs } from '../processes.ts';
import { machineText, table } from '../report.ts';
import { demo, signInToDemo, startStandalone } from '../standalone.ts';

// `npm run bench:bodies`, see docs/operators/performance.md: what `npm start` spends on hostile bodies, beside plain ones of the same size.

/** A hostile body may cost this many times as much as a plain one. */
const MAX_RATIO = 5;
/** Larger ones are refused by their size. */
const MOST_BYTES = 1_048_576;
const { seconds, warmUpSeconds } = readOptions({ BENCH_SECONDS: '60', ...process.env });

endChildrenWithUs();
const system = await startStandalone();
try {
  const url = `http://127.0.0.1:${system.port}`;
  const authorization = `Bearer ${await signInToDemo(system.port)}`;
  const rows = targetsOf().flatMap(({ path, bodies }) =>
    bodies.map((body) => ({ path, body, sends: [body, plainOf(body)].map((one) => send(`${url}${path}`, one)) })),
  );
  const sendMs = 1_000 / (2 * rows.length);
  for (const ask of rows.flatMap(({ sends }) => sends)) await cpuPerRequest(ask, warmUpSeconds * sendMs);
  const lines: string[][] = [];
  for (const { path, body, sends } of rows) {
    const [hostileMs, plainMs] = [await cpuPerRequest(sends[0]!, seconds * sendMs), await cpuPerRequest(sends[1]!, seconds * sendMs)];
    lines.push([path, body.label, body.body.length.toLocaleString('en'), ms(hostileMs), ms(plainMs), (hostileMs / plainMs).toFixed(1)]);
  }
  const head = ['POST', 'body', 'bytes', 'CPU ms', 'plain', `ratio (≤ ${MAX_RATIO})`];
  console.log(`\n${machineText()}\n\n${table([head, ...lines])}\n`);

  function send(to: string, { body, headers }: HostileBody): () => Promise<void> {
    return async () => {
      const response = await fetch(to, { method: 'POST', body: new Uint8Array(body), headers: { authorization, ...headers } });
      const text = await response.text();
      if (response.status < 400 || response.status > 499 || response.status === 429)
        throw new Error(`${to}: ${response.status} ${text.slice(0, 300)}`);
    };
  }
} finally {
  await system.stop();
}
process.exit();

function targetsOf(): { path: string; bodies: HostileBody[] }[] {
  const words = JSON.stringify({ url: 'https://1.1.1.1/', events: Array.from({ length: 4_900 }, (_, index) => `w${index}`) });
  const long = { label: '4,900 wrong words in a list', body: Buffer.from(words), headers: { 'content-type': 'application/json' } };
  const bodies = hostileJson(MOST_BYTES);
  return [
    { path: '/oauth2/token', bodies: hostileForms(MOST_BYTES) },
    { path: '/v1/p/password_resets', bodies },
    { path: '/v1/projects', bodies },
    { path: `/v1/orgs/${demo.bakery}/webhooks`, bodies: [...bodies, long] },
  ];
}

/** A harmless body with as many bytes as a hostile one. */
function plainOf({ body, headers: { 'content-type': type = '' } }: HostileBody): HostileBody {
  const [start, end] = type === 'application/json' ? ['{"k":"', '"}'] : ['k=', ''];
  const text = `${start}${'a'.repeat(Math.max(0, body.length - start.length - end.length))}${end}`;
  return { label: 'plain', body: Buffer.from(text), headers: { 'content-type': type } };
}

/** Seconds of CPU of the system for a request, of those that follow each other in some time. */
async function cpuPerRequest(ask: () => Promise<void>, timeMs: number): Promise<number> {
  const [start, before] = [performance.now(), cpuOf(system.pid)];
  let count = 0;
  do {
    await ask();
    count += 1;
  } while (performance.now() - start < timeMs);
  return (cpuOf(system.pid) - before) / count;
}

function ms(cpuSeconds: number): string {
  return (cpuSeconds * 1_000).toFixed(1);
}
