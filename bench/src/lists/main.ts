import { gid, managerOf, type Dataset } from '../dataset.ts';
import { readOptions } from '../options.ts';
import { percentile, table } from '../report.ts';
import { prepareDatabase, startOrdering, type BenchSetup } from '../sides.ts';
import { onStage } from '../stage.ts';

// `npm run bench:lists`, see docs/operators/performance.md.

const PAGES = 10;
const ORGANIZATIONS = 5;
const ADMIN_GID = '019a000a-0000-7000-8000-000000000001';
const orders = ['created_at', 'gid', 'modified_at', 'title', 'deadline_at'];
const options = readOptions(process.env);
const rounds = Math.ceil(2 * options.seconds);
// Half of an organization's projects are its manager's own, the others those of its one standard user.
const dataset: Dataset = { organizations: ORGANIZATIONS, users: 2 * ORGANIZATIONS, projects: options.projects };
const ADMIN_SQL = `insert into shared_state (type, key, version, state) values ('principal', '${ADMIN_GID}', 1,
  '{"gid":"${ADMIN_GID}","roles":["admin"],"is_enabled":true,"memberships":[]}')`;

const projectsOfOrganization = options.projects / ORGANIZATIONS;
const callers = [
  { caller: `admin, ${count(options.projects)} projects`, user: ADMIN_GID },
  { caller: `manager, ${count(projectsOfOrganization)}`, user: gid('user', managerOf(0)) },
  { caller: `standard user, ${count(projectsOfOrganization / 2)}`, user: gid('user', ORGANIZATIONS) },
];

/** Where the service listens, and who makes the tokens of its callers. */
type ServiceUnderTest = Pick<BenchSetup, 'issuer'> & { port: number };

await onStage(options, async (setup) => {
  const { cluster, issuer } = setup;
  const url = await prepareDatabase(setup, dataset);
  await cluster.connect('ordering', (client) => client.query(ADMIN_SQL));
  const { port } = await startOrdering(setup, url);
  return measureOrders({ issuer, port });
});

/** Measures the first pages in each order, and how many times the order by `created_at` that is. */
async function measureOrders(service: ServiceUnderTest): Promise<string> {
  const lines = [['orderBy', 'sort', ...callers.flatMap(({ caller }) => [caller, 'factor'])]];
  const times = new Map<string, number>();
  for (const orderBy of orders) {
    for (const sort of ['asc', 'desc']) {
      const cells: string[] = [];
      for (const { user } of callers) {
        const ms = await p50(service, user, (page) => `/v1/projects?orderBy=${orderBy}&sort=${sort}&limit=10&offset=${10 * page}`);
        times.set(`${orderBy} ${sort} ${user}`, ms);
        cells.push(`${ms.toFixed(1)} ms`, `${(ms / times.get(`created_at ${sort} ${user}`)!).toFixed(2)} ×`);
      }
      lines.push([orderBy, sort, ...cells]);
    }
  }
  return `First ten pages, p50; aim: at most 2 times the order by \`created_at\`.\n\n${table(lines)}`;
}

/** The median time of a request, one at a time, in milliseconds. The first rounds warm up. */
async function p50({ issuer, port }: ServiceUnderTest, user: string, pathOf: (page: number) => string): Promise<number> {
  const headers = { authorization: `Bearer ${issuer.token(user)}` };
  const times: number[] = [];
  for (let round = -2; round < rounds; round++) {
    for (let page = 0; page < PAGES; page++) {
      const begin = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}${pathOf(page)}`, { headers });
      const body = await response.text();
      if (response.status !== 200) throw new Error(`${pathOf(page)}: ${response.status} ${body}`);
      if (round >= 0) times.push(performance.now() - begin);
    }
  }
  return percentile(times, 0.5);
}

function count(number: number): string {
  return number.toLocaleString('en');
}
