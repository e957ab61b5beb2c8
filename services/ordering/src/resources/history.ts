import { column, expression, jsonObject, moneyJson, pick, raw, resource, sql, table } from '@partner-ordering/data';
import { userReference } from '@partner-ordering/commerce';
import type { Proposal, ProjectStep } from '../../generated/models.ts';
import { ProjectTransition } from '../domain/project/project-transition.ts';
import { messageReference } from './fields/references.ts';

const t = table(ProjectTransition, 't');

/** The history of a project, visible to users who see the project. */
export const history = resource<ProjectStep>()({
  noun: 'project step',
  path: '/v1/projects/{gid}/history',
  table: t,
  fields: {
    ...pick(t, 'command'),
    from: column(t.fromState),
    to: column(t.toState),
    status: column(t.toStatus),
    user: userReference(t.actorGid),
    proposal: expression<Proposal | null>(
      sql`case when t.price_minor is not null then ${jsonObject({
        price: moneyJson(t.priceMinor, t.currency),
        options: jsonObject({ due: t.due.sql, mode: t.mode.sql }),
        message: sql`case when t.message_gid is not null then ${messageReference(t.projectGid.sql, t.messageGid.sql)} end`,
      })} end`,
    ),
  },
  aliases: { project: t.projectGid },
  visible: () => [raw('true')],
});
