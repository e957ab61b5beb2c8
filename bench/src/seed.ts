import type pg from 'pg';
import { gidSql, ORGANIZATIONS_PER_PRODUCT, PRICE_EUR, PRODUCTS_PER_ORGANIZATION, statuses, type Dataset } from './dataset.ts';

/** Fills an empty, migrated database of ordering: replicas of what identity and catalog publish, then projects. */
export async function seed(client: pg.Client, dataset: Dataset): Promise<void> {
  await client.query('set synchronous_commit = off');
  await client.query(`set maintenance_work_mem = '512MB'`);
  await client.query('begin');
  for (const statement of [...people(dataset), ...catalog(dataset)]) await client.query(statement);
  const indexes = await dropIndexes(client);
  await client.query(projects(dataset));
  for (const definition of indexes) await client.query(definition);
  await client.query('commit');
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
}

const state = (type: string, key: string, value: string, from: string): string =>
  `insert into shared_state (type, key, version, state) select '${type}', ${key}, 1, ${value} from ${from}`;

function people({ organizations, users }: Dataset): string[] {
  const organization = gidSql('organization', 'n');
  const user = gidSql('user', 'n');
  const organizationOfUser = gidSql('organization', `(n % ${organizations})`);
  const address = `'{"division":null,"address1":"1 Quay Street","address2":null,"zipcode":"75001","city":"Paris","state":null,"additional":null,"country":"FR","country_name":"France"}'::jsonb`;
  const everyUser = `generate_series(0, ${users - 1}) n`;
  return [
    state(
      'organization',
      organization,
      `jsonb_build_object('gid', ${organization}, 'name', 'Organization ' || n, 'hostname', 'org' || n || '.example', 'vat', null, 'billing_address', ${address},
        'test', false, 'parent', null, 'credit_limit', null, 'is_deleted', false)`,
      `generate_series(0, ${organizations - 1}) n`,
    ),
    state(
      'user',
      user,
      `jsonb_build_object('gid', ${user}, 'firstname', 'Robin' || n, 'lastname', 'Reed' || n, 'email', 'user' || n || '@example.com', 'locale', 'en')`,
      everyUser,
    ),
    state(
      'principal',
      user,
      `jsonb_build_object('gid', ${user}, 'roles', '["user"]'::jsonb, 'is_enabled', true,
        'memberships', jsonb_build_array(jsonb_build_object('organization', ${organizationOfUser}, 'is_manager', n < ${organizations})))`,
      everyUser,
    ),
    state(
      'membership',
      `${user} || '/' || ${organizationOfUser}`,
      `jsonb_build_object('gid', ${gidSql('membership', 'n')}, 'user', ${user}, 'organization', ${organizationOfUser}, 'monthly_budget', null, 'is_manager', n < ${organizations})`,
      everyUser,
    ),
  ];
}

function catalog({ organizations }: Dataset): string[] {
  const blocks = Math.ceil(organizations / ORGANIZATIONS_PER_PRODUCT);
  const product = gidSql('product', 'n');
  const option = `'{"due":{"type":"integer","default":null,"required":true,"enum":[2,5,10]},"mode":{"type":"string","default":null,"required":true,"enum":["solo","multi"]},
    "skill":null,"quantity":{"type":"integer","default":1,"required":false,"enum":[1]}}'::jsonb`;
  const first = `n / ${PRODUCTS_PER_ORGANIZATION} * ${ORGANIZATIONS_PER_PRODUCT}`;
  const allowedOrganizations = `(select jsonb_agg(${gidSql('organization', 'o')}) from generate_series(${first}, least(${first} + ${ORGANIZATIONS_PER_PRODUCT - 1}, ${organizations - 1})) o)`;
  const everyProduct = `generate_series(0, ${blocks * PRODUCTS_PER_ORGANIZATION - 1}) n`;
  return [
    state(
      'product',
      product,
      `jsonb_build_object('gid', ${product}, 'title', 'Product ' || n, 'category', ${gidSql('category', 'n % 5')}, 'available_options', ${option},
        'is_enabled', true, 'is_cumulative', false, 'organizations', ${allowedOrganizations}, 'interface', 'default')`,
      everyProduct,
    ),
    state(
      'price',
      `${product} || '/default/' || mode || '/' || due || '/-'`,
      `jsonb_build_object('gid', ${gidSql('price', 'n')}, 'product', ${product}, 'organization', null,
        'options', jsonb_build_object('mode', mode, 'due', due, 'skill', null), 'amount_minor', ${PRICE_EUR * 100}, 'currency', 'EUR')`,
      `${everyProduct}, unnest(array['solo', 'multi']) mode, unnest(array[2, 5, 10]) due`,
    ),
  ];
}

/** Building an index at once is many times faster than adding to it row by row. Answers their definitions. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'project'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Spread over two years in order of their numbers; 10 % drafts, 5 % canceled, 15 % in progress, 20 % finished, 50 % paid. */
function projects({ organizations, users, projects: count }: Dataset): string {
  const usersPerOrganization = Math.floor(users / organizations);
  // Knuth's multiplicative hash: odd, so that no two numbers share a code.
  const hash = '((n::bigint * 2654435761) % 4294967296)';
  const wordOf = (list: string, index: string): string => `(array[${list}])[1 + ${index} % ${list.split(',').length}]`;
  const owner = gidSql('user', `(organization + ${organizations} * (${hash} / 7 % ${usersPerOrganization}))::int`);
  const product = gidSql(
    'product',
    `organization / ${ORGANIZATIONS_PER_PRODUCT} * ${PRODUCTS_PER_ORGANIZATION} + (${hash} / 11 % ${PRODUCTS_PER_ORGANIZATION})::int`,
  );
  const timeIf = (delay: string, from: string): string => `case when status in (${from}) then at + interval '${delay}' end`;
  const published = statuses.slice(1).map((status) => `'${status}'`);
  const doneStatuses = `'finished', 'paid'`;
  return `
    insert into project (gid, created_at, modified_at, short_code, title, description, status, state, published_at, started_at, finished_at, canceled_at,
      deadline_at, due, mode, skill, quantity, owner_gid, organization_gid, product_gid, price_minor, currency, vat_rate, vat_minor)
    select ${gidSql('project', 'n')}::uuid, at, ${timeIf('1 hour', published.join())}, upper(lpad(to_hex(${hash}), 8, '0')),
      ${wordOf(`'Logo','Poster','Packaging','Website','Menu','Flyer'`, hash)} || ' for the ' || ${wordOf(`'spring','summer','autumn','winter','anniversary'`, `(${hash} / 6)`)}
        || ' ' || ${wordOf(`'campaign','fair','launch','menu','window','newsletter','opening'`, `(${hash} / 30)`)} || ' ' || n,
      '<p>' || repeat('Fresh and simple, for posters, menus and the window of the shop. ', 4) || n || '</p>',
      status, case status when 'draft' then 'draft' else 'published' end,
      ${timeIf('1 hour', published.join())}, ${timeIf('1 hour', published.join())}, ${timeIf('6 days', doneStatuses)}, ${timeIf('2 hours', `'canceled'`)},
      ${timeIf('121 hours', published.join())}, 5, 'multi', null, 1, ${owner}::uuid, ${gidSql('organization', 'organization')}::uuid, ${product}::uuid,
      25000, 'EUR', 2000, 5000
    from (
      select n, n % ${organizations} as organization, timestamptz '2024-11-01' + interval '730 days' * (n::float8 / ${count}) as at,
        case when share < 10 then 'draft' when share < 15 then 'canceled' when share < 30 then 'in_progress' when share < 50 then 'finished' else 'paid' end as status
      from (select n, ${hash} / 1000 % 100 as share from generate_series(0, ${count - 1}) n) numbers
    ) numbered order by n`;
}
