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

/** The manager of one organization becomes that of another, and a member where half of the projects are theirs. */
const MANAGER_AND_MEMBER_SQL = `update shared_state s set state = jsonb_set(s.state, '{memberships}', (o.state->'memberships')
    || jsonb_set(s.state->'memberships', '{0,is_manager}', 'false'))
  from shared_state o where o.type = 'principal' and o.key = '${gid('user', managerOf(0))}'
    and s.type = 'principal' and s.key = '${gid('user', managerOf(1))}'`;

const projectsOfOrganization = options.projects / ORGANIZATIONS;
const callers = [
  { caller: `admin, ${count(options.projects)} projects`, user: ADMIN_GID },
  { caller: `manager, ${count(projectsOfOrganization)}`, user: gid('user', managerOf(0)) },
  { caller: `standard user, ${count(projectsOfOrganization / 2)}`, user: gid('user', ORGANIZATIONS) },
];
/** The last full page of the one who sees fewest, at its smallest size. */
const farPage = Math.min(1_000, Math.floor(projectsOfOrganization / 2 / 10));
/** Sees the managed, the own and the shared projects by three predicates. */
const managerAndMember = { caller: `manager and member, ${count(1.5 * projectsOfOrganization)}`, user: gid('user', managerOf(1)) };

/** Where the service listens, and who makes the tokens of its callers. */
type ServiceUnderTest = Pick<BenchSetup, 'issuer'> & { port: number };

await onStage(options, async (setup) => {
  const { cluster, issuer } = setup;
  const url = await prepareDatabase(setup, dataset);
  await cluster.connect('ordering', (client) => client.query(`${ADMIN_SQL}; ${MANAGER_AND_MEMBER_SQL}`));
  const { port } = await startOrdering(setup, url);
  return `${await measureOrders({ issuer, port })}\n\n${await measureFarPages({ issuer, port })}`;
});

/** Measures the first pages in each order, and how many times the order by `created_at` that is. */
async function measureOrders(service: ServiceUnderTest): Promise<string> {
  const lines = [['orderBy', 'sort', ...callers.flatMap(({ caller }) => [caller, 'factor'])]];
  const times = new Map<string, number>();
  for (const orderBy of orders) {
    for (const sort of ['asc', 'desc']) {
      const cells: string[] = [];
      for (const { user } of callers) {
        const pages = Array.from({ length: PAGES }, (_none, page) => `${pathOf(orderBy, sort)}&offset=${10 * page}`);
        const ms = percentile((await timesOf(service, user, pages)).flat(), 0.5);
        times.set(`${orderBy} ${sort} ${user}`, ms);
        cells.push(`${ms.toFixed(1)} ms`, `${(ms / times.get(`created_at ${sort} ${user}`)!).toFixed(2)} ×`);
      }
      lines.push([orderBy, sort, ...cells]);
    }
  }
  return `First ten pages, p50; aim: at most 2 times the order by \`created_at\`.\n\n${table(lines)}`;
}

/** Measures a far page, which begins at a position, beside the first one. */
async function measureFarPages(service: ServiceUnderTest): Promise<string> {
  const measured = [...callers, managerAndMember];
  const lines = [['orderBy', 'sort', ...measured.flatMap(({ caller }) => [caller, 'factor'])]];
  for (const orderBy of orders) {
    for (const sort of ['asc', 'desc']) {
      const cells: string[] = [];
      for (const { user } of measured) {
        const first = pathOf(orderBy, sort);
        const { links } = await request(service.port, service.issuer.token(user), `${first}&offset=${10 * (farPage - 2)}`);
        const far = /<([^>]+[?&]after=[^>]+)>; rel="next"/.exec(links)![1]!;
        const [ms, farMs] = (await timesOf(service, user, [first, far])).map((times) => percentile(times, 0.5)) as [number, number];
        cells.push(`${ms.toFixed(1)} → ${farMs.toFixed(1)} ms`, `${(farMs / ms).toFixed(2)} ×`);
      }
      lines.push([orderBy, sort, ...cells]);
    }
  }
  return `First page and page ${count(farPage)}, p50; aim: at most 1.5 times the first.\n\n${table(lines)}`;
}

function pathOf(orderBy: string, sort: string): string {
  return `/v1/projects?orderBy=${orderBy}&sort=${sort}&limit=10`;
}

/** The times of each request in milliseconds, one at a time, in turn. The first rounds warm up. */
async function timesOf({ issuer, port }: ServiceUnderTest, user: string, paths: readonly string[]): Promise<number[][]> {
  const token = issuer.token(user);
  const times = paths.map((): number[] => []);
  for (let round = -2; round < (rounds * PAGES) / paths.length; round++)
    for (const [index, path] of paths.entries()) {
      const begin = performance.now();
      await request(port, token, path);
      if (round >= 0) times[index]!.push(performance.now() - begin);
    }
  return times;
}

async function request(port: number, token: string, path: string): Promise<{ links: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
  return { links: response.headers.get('link') ?? '' };
}

function count(number: number): string {
  return number.toLocaleString('en');
}
