import type { Principal } from '@partner-ordering/kernel';
import {
  abbreviation,
  conditionSql,
  date,
  expression,
  jsonObject,
  type VisibilityPredicate,
  visibilityOf,
  money,
  pick,
  raw,
  resource,
  or,
  sql,
  type Sql,
  table,
} from '@partner-ordering/data';
import { memberOnlyOf, organizationReference, ownOrManaged, userReference, vatField } from '@partner-ordering/commerce';
import { stateReference } from '@partner-ordering/messaging';
import type { FollowedStates } from '../../generated/events.ts';
import type { Project, ProjectOptions } from '../../generated/models.ts';
import { Project as ProjectEntity } from '../domain/project/project.ts';
import { guards } from '../domain/project/transitions.ts';
import { filesWhere } from './fields/embedded-files.ts';
import { actions, awaits, constant, hasUnseen, lastSeen } from './fields/of-caller.ts';
import { workerReference, workReference } from './fields/references.ts';

const p = table(ProjectEntity, 'p');

/** The principal's own projects, and all of the organizations that they manage. */
const ownProjects = (principal: Principal): VisibilityPredicate[] =>
  ownOrManaged(principal, { owner: p.ownerGid, organization: p.organizationGid });

/** Projects that were shared with the principal, as long as they are a member of the organization. */
function sharedProjects(principal: Principal): VisibilityPredicate[] {
  const memberOnly = memberOnlyOf(principal);
  const shared = sql`(${p.organizationGid.sql} = any(${memberOnly})
    and exists (select 1 from project_share ps where ps.project_gid = ${p.gid.sql} and ps.user_gid = ${principal.user}))`;
  return memberOnly.length > 0 ? [shared] : [];
}

/** Nobody works on it yet: one expression, as in the index and the statistics project_awaits_work. */
const awaitsWork = sql`case when ${conditionSql<ProjectEntity>(p, { ...guards['running, no work or delivery'], workerGid: null }, constant)} then true else false end`;

/** A message of the customer has no answer: an expression, as in the index and the statistics project_awaits_answer. */
const awaitsAnswer = sql`case when ${p.lastWord.sql} = 'customer' then true else false end`;

/** It goes on without works to judge or a delivery to answer. */
const awaitsResult = sql`(${conditionSql<ProjectEntity>(p, { ...guards.running, hasOpenResult: false }, constant)})`;

const receiptUrl = abbreviation(jsonObject({ url: raw(`s.state->>'file'`) }));

/** The receipt's PDF, for those who may read the receipt: not for those with whom the project is only shared. */
const receiptFile = (principal: Principal): Sql =>
  sql`(select ${receiptUrl} from shared_state s where s.type = 'receipt' and s.key = ${p.gid.sql}::text
    and s.state->>'file' is not null and ${principal.isAdmin ? raw('true') : or(ownProjects(principal))})`;

/** Projects of the organizations the caller manages, and the caller's own and shared ones while they are a member. */
export const projects = resource<Project>()({
  noun: 'project',
  path: '/v1/projects',
  table: p,
  fields: {
    ...pick(p, 'short_code', 'title', 'status', 'state'),
    awaits,
    published_at: date(p.publishedAt),
    started_at: date(p.startedAt),
    finished_at: date(p.finishedAt),
    canceled_at: date(p.canceledAt),
    deadline_at: date(p.deadlineAt),
    options: {
      ...expression<ProjectOptions>(jsonObject({ due: p.due.sql, mode: p.mode.sql, skill: p.skill.sql, quantity: p.quantity.sql })),
      parts: { mode: p.mode },
    },
    ...pick(p, 'quantity'),
    owner: userReference(p.ownerGid),
    organization: organizationReference(p.organizationGid),
    product: stateReference<FollowedStates>()('product', '/v1/products', ['title'])(p.productGid),
    specific_request: expression<boolean>(raw('p.product_gid is null')),
    receipt_file: { value: receiptFile },
    price: money(p.priceMinor, p.currency),
    winner: workReference(p.winnerGid),
    worker: workerReference(p.workerGid),
    has_unseen: hasUnseen,
    last_seen: lastSeen,
    ...pick(p, 'description'),
    brief_files: filesWhere(`f.project_gid = p.gid and f.kind = 'brief'`),
    source_files: filesWhere(`f.project_gid = p.gid and f.kind = 'source'`),
    vat: vatField({ minor: p.vatMinor, rate: p.vatRate, currency: p.currency }),
    actions,
  },
  aliases: {
    due_date: p.deadlineAt,
    awaits_work: { sql: awaitsWork, type: 'boolean', nullable: false },
    awaits_answer: { sql: awaitsAnswer, type: 'boolean', nullable: false },
    awaits_result: { sql: awaitsResult, type: 'boolean', nullable: false },
  },
  visible: (principal) => [...ownProjects(principal), ...sharedProjects(principal)],
  isSearchable: true,
  isCounted: true,
});

/** Whether `gid` is a project that the principal may see, by the visibility of projects itself. */
export const inVisibleProject = (gid: Sql, principal: Principal): Sql => inProject(gid, visibilityOf(projects, principal));

/** Whether `gid` is a project of the principal's own, or of an organization that they manage. */
export const inOwnProject = (gid: Sql, principal: Principal): Sql => inProject(gid, ownProjects(principal));

const inProject = (gid: Sql, predicates: readonly VisibilityPredicate[]): Sql =>
  sql`exists (select 1 from project p where ${p.gid.sql} = ${gid} and ${or(predicates)})`;
