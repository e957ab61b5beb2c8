import type pg from 'pg';
import { Refusal } from './refusal.ts';

/** The user of a request, with their rights. */
export interface Principal {
  user: string;
  isAdmin: boolean;
  memberOf: string[];
  manages: string[];
}

/** Public state of a principal, as identity publishes it. */
export interface PrincipalState {
  gid: string;
  roles: string[];
  is_enabled: boolean;
  memberships: { organization: string; is_manager: boolean }[];
}

const MAX_AGE_MS = 1_000;

/** Reads who acts, for reads at most a second old. */
export function openPrincipals(pool: pg.Pool): (user: string) => Promise<Principal> {
  const cachedPrincipals = new Map<string, { readAtMs: number; principal: Promise<Principal> }>();
  const read = async (user: string): Promise<Principal> => {
    const { rows } = await pool.query<{ state: PrincipalState | null }>({
      name: 'principal',
      text: `select state from shared_state where type = 'principal' and key = $1`,
      values: [user],
    });
    return principalOf(rows[0]?.state);
  };
  return (user) => {
    const nowMs = Date.now();
    const cached = cachedPrincipals.get(user);
    if (cached && nowMs - cached.readAtMs < MAX_AGE_MS) return cached.principal;
    if (cachedPrincipals.size >= 10_000) cachedPrincipals.clear();
    const principal = read(user);
    principal.catch(() => cachedPrincipals.delete(user));
    cachedPrincipals.set(user, { readAtMs: nowMs, principal });
    return principal;
  };
}

/** 401 for an unknown or disabled user. */
export function principalOf(state: PrincipalState | null | undefined): Principal {
  if (!state?.is_enabled) throw new Refusal(401, 'The user of the access token may not sign in');
  return {
    user: state.gid,
    isAdmin: state.roles.includes('admin'),
    memberOf: state.memberships.map(({ organization }) => organization),
    manages: state.memberships.filter(({ is_manager }) => is_manager).map(({ organization }) => organization),
  };
}

const time = (column: string, value = `p.${column}`): string => `to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS"+0000"') as ${column}`;

/** What the caller, the parameter `user`, has seen of the project. */
const seenAt = (user: string): string => `(select s.seen_at from project_seen s where s.project_gid = p.gid and s.user_gid = ${user})`;

const hasUnseen = (user: string): string => `coalesce(p.last_added_by <> ${user} and p.last_added_at > coalesce(${seenAt(user)},
  case when p.owner_gid = ${user} or exists (select from project_share u where u.project_gid = p.gid and u.user_gid = ${user})
    then '-infinity'::timestamptz end), false) as has_unseen`;

const summary = (user: string): string => `
  p.gid, '/v1/projects/' || p.gid as href, ${time('created_at')}, ${time('modified_at', 'coalesce(p.modified_at, p.created_at)')}, p.short_code, p.title, p.status, p.state, p.awaits, p.quantity,
  ${['published_at', 'started_at', 'finished_at', 'canceled_at', 'deadline_at'].map((column) => time(column)).join(', ')},
  json_build_object('due', p.due, 'mode', p.mode, 'skill', p.skill, 'quantity', p.quantity) as options,
  json_build_object('gid', p.owner_gid, 'href', '/v1/users/' || p.owner_gid, 'firstname', owner.state->'firstname', 'lastname', owner.state->'lastname') as owner,
  json_build_object('gid', p.organization_gid, 'href', '/v1/organizations/' || p.organization_gid, 'name', organization.state->'name',
    'hostname', organization.state->'hostname') as organization,
  case when p.product_gid is not null then json_build_object('gid', p.product_gid, 'href', '/v1/products/' || p.product_gid, 'title', product.state->'title') end as product,
  p.product_gid is null as specific_request, null as receipt_file, null as winner, null as worker,
  case when p.price_minor is not null then json_build_object('amount', money_major(p.price_minor, p.currency), 'currency', p.currency) end as price, ${hasUnseen(user)}`;

const files = (kind: string): string => `coalesce((select json_agg(json_build_object('url', f.url) order by f.gid) from project_file f
  where f.project_gid = p.gid and f.kind = '${kind}'), '[]'::json) as ${kind}_files`;

const isSolo = `p.status = 'in_progress' and p.mode = 'solo'`;
const isFinished = `p.status in ('finished', 'paid')`;
const takesMessages = `p.state <> 'draft' and p.status <> 'canceled'`;
const hasOpenDelivery = `exists (select from project_message m
  where m.project_gid = p.gid and m.type = 'delivery' and m.accepted_at is null and m.rejected_at is null)`;

/** When each action is open to the caller, who sees the project and so may do what its owner may: $2 is an admin, $3 what they manage. */
const conditions = {
  edit: `p.state = 'draft'`,
  delete: `p.state <> 'published'`,
  publish: `p.state = case when p.product_gid is null then 'proposal' else 'draft' end`,
  launch: `p.state = 'require_approval' and ($2 or p.organization_gid = any($3))`,
  request_proposal: `p.product_gid is null and p.state in ('draft', 'proposal')`,
  propose: `$2 and p.state in ('waiting_for_proposal', 'proposal')`,
  withdraw: `p.state in ('waiting_for_proposal', 'proposal', 'require_approval')`,
  assign: `$2 and ${isSolo}`,
  deliver: `$2 and ${isSolo} and p.worker_gid is not null`,
  reject: `${isSolo} and ${hasOpenDelivery}`,
  accept: `${isSolo} and ${hasOpenDelivery}`,
  choose_winner: `p.status = 'in_progress' and p.mode = 'multi' and exists (select from work w where w.project_gid = p.gid)`,
  cancel: `p.status = 'in_progress' and ($2 or p.first_result_at is null)`,
  message: takesMessages,
  message_as_worker: `$2 and ${takesMessages} and p.worker_gid is not null`,
  comment: 'true',
  share: 'true',
  add_brief_files: `p.status in ('draft', 'in_progress')`,
  remove_brief_files: `p.state = 'draft'`,
  add_source_files: `$2 and ${isFinished}`,
  change_works: `$2 and p.status = 'in_progress' and p.mode = 'multi'`,
  review: `${isFinished} and not exists (select from review r where r.project_gid = p.gid)`,
};
const actionCases = Object.entries(conditions).map(([action, condition]) => `case when ${condition} then '${action}' end`);

const full = `${summary('$4')}, ${time('last_seen', seenAt('$4'))}, p.description, ${files('brief')}, ${files('source')}, array_to_json(array_remove(array[${actionCases.join()}], null)) as actions,
  case when p.vat_minor is not null
    then json_build_object('amount', money_major(p.vat_minor, p.currency), 'ratio', trim_scale(p.vat_rate / 10000.0), 'currency', p.currency) end as vat`;

const REFERENCES_SQL = `
  left join shared_state owner on owner.type = 'user' and owner.key = p.owner_gid::text
  left join shared_state organization on organization.type = 'organization' and organization.key = p.organization_gid::text
  left join shared_state product on product.type = 'product' and product.key = p.product_gid::text`;

const getText = `
  select row_to_json(r)::text as json from (
    select ${full} from project p ${REFERENCES_SQL}
    where p.gid = $1 and ($2 or p.organization_gid = any($3) or (p.owner_gid = $4 and p.organization_gid = any($5)))) r`;

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** One project as JSON text, or 404. */
export async function getProject(pool: pg.Pool, { user, isAdmin, manages, memberOf }: Principal, gid: string): Promise<string> {
  if (!uuid.test(gid)) throw new Refusal(404, 'Could not find this project');
  const { rows } = await pool.query<{ json: string }>({ name: 'get', text: getText, values: [gid, isAdmin, manages, user, memberOf] });
  if (!rows[0]) throw new Refusal(404, 'Could not find this project');
  return rows[0].json;
}

const listText = (where: string): string => `
  select json_build_object('total_count', (select count(*) from project where ${where}), 'items', coalesce((
    select json_agg(row_to_json(i)) from (
      select ${summary('$5')}
      from (select * from project where ${where} order by created_at desc, gid desc offset $3 limit $4) p ${REFERENCES_SQL}
      order by p.created_at desc, p.gid desc) i), '[]'::json))::text as json`;

const listOfManagers = { name: 'list', text: listText('organization_gid = $1 and status = $2') };
const listOfOwner = { name: 'list own', text: listText('organization_gid = $1 and status = $2 and owner_gid = $5') };

const EMPTY = '{"total_count":0,"items":[]}';

/** A page of an organization's projects of one status, newest first: all for its managers, their own for others. */
export async function listProjects(pool: pg.Pool, principal: Principal, parameters: URLSearchParams): Promise<string> {
  const { organization, status } = conditionsOf(parameters.get('query') ?? '');
  const [offset, limit] = [Number(parameters.get('offset') ?? 0), Number(parameters.get('limit') ?? 10)];
  const isNewestFirst = parameters.get('orderBy') === 'created_at' && parameters.get('sort') === 'desc';
  const isPage = isNewestFirst && offset >= 0 && limit >= 0 && limit <= 100;
  if (!isPage) throw new Refusal(400, 'Data missing or invalid');
  const values = [organization, status, offset, limit, principal.user];
  let list = listOfManagers;
  if (!principal.isAdmin && !principal.manages.includes(organization)) {
    if (!principal.memberOf.includes(organization)) return EMPTY;
    list = listOfOwner;
  }
  const { rows } = await pool.query<{ json: string }>({ ...list, values });
  return rows[0]!.json;
}

function conditionsOf(query: string): { organization: string; status: string } {
  const values: Record<string, string> = {};
  for (const condition of JSON.parse(query) as unknown[]) {
    if (!Array.isArray(condition) || condition[1] !== '==') throw new Refusal(400, 'Data missing or invalid');
    values[String(condition[0])] = String(condition[2]);
  }
  const { 'organization.gid': organization = '', status = '' } = values;
  if (!uuid.test(organization) || status === '') throw new Refusal(400, 'Data missing or invalid');
  return { organization, status };
}
