import { createServer } from 'node:http';
import { listenOn } from '@partner-ordering/http';
import { compare, type Comparison, type Figures } from './measure.ts';
import type { Requests } from './requests.ts';
import { startOurs, type BenchSetup } from './sides.ts';

/** Requests without traces, then the same ones with them. */
export interface TracesFigures {
  name: string;
  figures: [Figures, Figures];
}

const shares = [
  { share: '1', text: 'all traced' },
  { share: '0.1', text: 'a tenth traced' },
] as const;

type Measuring = Pick<Comparison, 'load' | 'afterSlot'> & { requests: Requests; databaseUrl: string };

/** Two installations on one database, of which one sends traces. A third one, which runs all the time, moves the events of both. */
export async function measureTraces(setup: BenchSetup, { load, afterSlot, requests, databaseUrl }: Measuring): Promise<TracesFigures[]> {
  const { options, cluster } = setup;
  const sink = await startSink();
  const results: TracesFigures[] = [];
  for (const { share, text } of shares) {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, OTEL_TRACES_SAMPLER_ARG: share };
    // Both begin anew: what has run for longer is faster.
    const plain = await startOurs(setup, databaseUrl, 'without traces');
    const traced = await startOurs({ ...setup, environment }, databaseUrl, text);
    for (const part of ['get', 'list', 'post'] as const) {
      const both = { sides: [plain, traced], requests: [requests[part], requests[part]] } as const;
      const figures = await compare({ options, load, postmaster: cluster.pid, ...both, ...(part === 'post' ? { afterSlot } : {}) });
      results.push({ name: `${part.toUpperCase()}, ${text}`, figures });
    }
    await Promise.all([plain.stop(), traced.stop()]);
  }
  await sink.close();
  if (sink.bytes() === 0) throw new Error('no span has arrived');
  return results;
}

/** Takes all that is sent, as a collector on another machine would. */
async function startSink() {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  const { port } = await listenOn(server, { port: 0, host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${port}`,
    bytes: () => bytes,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
