import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ProjectSummary } from '@partner-ordering/client';
import { ApiClient } from '@partner-ordering/testing';
import { findOffer, orderOf } from '../orders.ts';
import { startProcesses, type Processes } from '../processes.ts';
import { answers, stop } from '../program.ts';
import { rowsOf } from '../service-environments.ts';

const AHEAD_MS = 400_000;
/** The overlap that docs/partners/polling.md asks for. */
const OVERLAP_MS = 30_000;
const ROUNDS = 5;

/** Sets the clock of a process ahead, before it loads anything. */
const aheadOfTime = `globalThis.Date = new Proxy(Date, {
  construct: (D, args, as) => Reflect.construct(D, args.length === 0 ? [D.now() + ${AHEAD_MS}] : args, as),
  get: (D, key) => (key === 'now' ? () => D.now() + ${AHEAD_MS} : D[key]),
})`;

describe('two instances of ordering, one with its clock 400 s ahead', () => {
  let system: Processes;
  let user: ApiClient;
  let instances: ApiClient[];
  before(async () => {
    system = await startProcesses({ instances: { ordering: 2 } });
    await stop(system.program('ordering', 1));
    const ahead = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(aheadOfTime)}` };
    await answers(await system.restart('ordering', ahead, 1), `${system.urlOf('ordering', 1)}/readyz`);
    user = await system.signIn('user@example.com', 'base');
    instances = [1, 0].map((instance) => new ApiClient(system.urlOf('ordering', instance), user.token));
  });
  after(() => system?.end());

  test('a client that polls both has all orders as they are, and each change of an order gets a later time', async () => {
    const copy = new Map<string, ProjectSummary>();
    let last = 0;
    const poll = async (): Promise<void> => {
      const since = new Date(Math.max(last - OVERLAP_MS, 0));
      for await (const project of user.api.listProjects({ where: (p) => p.modified_at.ge(since), orderBy: 'modified_at', sort: 'asc' })) {
        copy.set(project.gid, project);
        last = Math.max(last, Date.parse(project.modified_at!));
      }
    };
    const offer = await findOffer(user);
    const times: Date[] = [];
    await poll();
    for (let round = 0; round < ROUNDS; round++) {
      const { gid } = await instances[round % 2]!.api.createProject(orderOf(offer));
      for (const [index, { api }] of instances.entries()) {
        await api.updateProject(gid, { title: `Change ${index} of order ${round}` });
        await poll();
        const rows = await rowsOf<{ at: Date }>(
          system.databases.ordering.url,
          `select modified_at as at from project where gid = '${gid}'`,
        );
        times.push(rows[0]!.at);
      }
    }
    const byGid = (one: ProjectSummary, other: ProjectSummary): number => one.gid.localeCompare(other.gid);
    const all: ProjectSummary[] = [];
    for await (const project of user.api.listProjects({})) all.push(project);
    assert.deepEqual([...copy.values()].toSorted(byGid), all.toSorted(byGid));
    assert.deepEqual(
      times.map(Number),
      [...new Set(times.map(Number))].toSorted((one, other) => one - other),
    );
  });

  test('the metrics tell how far the clock of each is from that of their database', async () => {
    const skewOf = async (instance: number): Promise<number> =>
      Number(
        /^clock_skew_seconds\{source="database".*\} (\S+)$/m.exec(await (await fetch(system.metricsOf('ordering', instance))).text())?.[1],
      );
    assert.deepEqual([Math.round((await skewOf(0)) / 100), Math.round((await skewOf(1)) / 100)], [0, AHEAD_MS / 100_000]);
  });
});
