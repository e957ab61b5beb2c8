import { type Column, date, expression, pick, raw, resource, sql, table } from '@partner-ordering/data';
import { userReference } from '@partner-ordering/commerce';
import type { ProjectMessage } from '../../generated/models.ts';
import { ProjectMessage as ProjectMessageEntity } from '../domain/conversation/project-message.ts';
import { filesWhere } from './fields/embedded-files.ts';
import { inVisibleProject } from './projects.ts';
import { messageHref, projectReference, workerReference } from './fields/references.ts';

const m = table(ProjectMessageEntity, 'm');
const author: Column<string | null> = { sql: raw('case when m.worker_gid is null then m.posted_by_gid end'), type: 'uuid', nullable: true };

/** The conversations of projects that the caller may see. */
export const messages = resource<ProjectMessage>()({
  noun: 'message',
  path: '/v1/projects/{gid}/messages',
  table: m,
  fields: {
    href: expression<string>(messageHref(m.projectGid.sql, m.gid.sql)),
    ...pick(m, 'message', 'type'),
    accepted_at: date(m.acceptedAt),
    rejected_at: date(m.rejectedAt),
    project: projectReference(m.projectGid),
    mine: { value: ({ user }) => sql`${m.postedByGid.sql} = ${user}` },
    worker: workerReference(m.workerGid),
    user: userReference(author),
    attached_files: filesWhere('f.message_gid = m.gid'),
  },
  visible: (principal) => [inVisibleProject(m.projectGid.sql, principal)],
});
