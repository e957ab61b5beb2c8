import type { Principal } from '@partner-ordering/kernel';
import {
  anyOf,
  date,
  expression,
  type VisibilityPredicate,
  visibilityOf,
  money,
  pick,
  raw,
  resource,
  anyPredicate,
  sql,
  type Sql,
  table,
} from '@partner-ordering/data';
import { organizationReference, userReference } from '@partner-ordering/commerce';
import { stateReference } from '@partner-ordering/messaging';
import type { File, ProductReference, Project, ProjectOptions, Vat } from '../../generated/models.ts';
import { Project as ProjectEntity } from '../domain/project/project.ts';
import { filesWhere } from './embedded-files.ts';
import { workerReference, workReference } from './references.ts';

const p = table(ProjectEntity, 'p');

/** Projects of the organizations that the caller manages, and the caller's own while they are a member. */
function ownProjects(principal: Principal): VisibilityPredicate[] {
  const joined = joinedBy(principal);
  const own = sql`(${p.ownerGid.sql} = ${principal.user} and ${p.organizationGid.sql} = any(${joined}))`;
  return [anyOf(p.organizationGid, principal.manages), ...(joined.length > 0 ? [own] : [])];
}

/** Projects that were shared with the caller, while they are a member. */
function sharedProjects(principal: Principal): VisibilityPredicate[] {
  const joined = joinedBy(principal);
  const shared = sql`(${p.organizationGid.sql} = any(${joined})
    and exists (select 1 from project_share ps where ps.project_gid = ${p.gid.sql} and ps.user_gid = ${principal.user}))`;
  return joined.length > 0 ? [shared] : [];
}

/** Organizations that the principal is a member of without managing them: what they manage, they see as a whole. */
const joinedBy = ({ memberOf, manages }: Principal): string[] => memberOf.filter((organization) => !manages.includes(organization));

/** Projects of the organizations the caller manages, and the caller's own and shared ones while they are a member. */
export const projects = resource<Project>()({
  noun: 'project',
  path: '/v1/projects',
  table: p,
  fields: {
    ...pick(p, 'short_code', 'title', 'description', 'status', 'state', 'quantity'),
    published_at: date(p.publishedAt),
    started_at: date(p.startedAt),
    finished_at: date(p.finishedAt),
    canceled_at: date(p.canceledAt),
    deadline_at: date(p.deadlineAt),
    options: expression<ProjectOptions>(raw(`json_build_object('due', p.due, 'mode', p.mode, 'skill', p.skill, 'quantity', p.quantity)`)),
    owner: userReference(p.ownerGid),
    organization: organizationReference(p.organizationGid),
    product: stateReference<ProductReference>('product', '/v1/products', { title: true })(p.productGid),
    specific_request: expression<boolean>(raw('p.product_gid is null')),
    price: money(p.priceMinor, p.currency),
    vat: expression<Vat | null>(
      raw(
        `case when p.vat_minor is not null then json_build_object('amount', money_major(p.vat_minor, p.currency), 'ratio', trim_scale(p.vat_rate / 10000.0), 'currency', p.currency) end`,
      ),
    ),
    brief_files: filesWhere(`f.project_gid = p.gid and f.kind = 'brief'`),
    source_files: filesWhere(`f.project_gid = p.gid and f.kind = 'source'`),
    receipt_file: expression<File | null>(
      raw(`(select json_build_object('url', s.state->>'file') from shared_state s
        where s.type = 'receipt' and s.key = p.gid::text and s.state->>'file' is not null)`),
    ),
    winner: workReference(p.winnerGid),
    worker: workerReference(p.workerGid),
  },
  aliases: { due_date: p.deadlineAt },
  visible: (principal) => [...ownProjects(principal), ...sharedProjects(principal)],
  isSearchable: true,
});

/** Whether `gid` is a project that the principal may see, by the one predicate that projects themselves are seen by. */
export const inVisibleProject = (gid: Sql, principal: Principal): Sql => inProject(gid, visibilityOf(projects, principal));

/** Whether `gid` is a project of the principal's own, or of an organization that they manage. */
export const inOwnProject = (gid: Sql, principal: Principal): Sql => inProject(gid, ownProjects(principal));

const inProject = (gid: Sql, predicates: readonly VisibilityPredicate[]): Sql =>
  sql`exists (select 1 from project p where ${p.gid.sql} = ${gid} and ${anyPredicate(predicates)})`;
