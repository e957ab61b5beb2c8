import type { Principal } from '@partner-ordering/kernel';
import { expression, pick, type Queryable, raw, resource, sql, table } from '@partner-ordering/data';
import { userReference } from '@partner-ordering/commerce';
import type { MessageReference, StarredFile } from '../../generated/models.ts';
import { Star, type Attachment } from '../domain/conversation/star.ts';
import { inOwnProject, inVisibleProject } from './projects.ts';
import { fileWhere } from './fields/embedded-files.ts';
import { messageReference, projectReference } from './fields/references.ts';

const s = table(Star, 's');

/** Starred files, visible to users who see the project. */
export const stars = resource<StarredFile>()({
  noun: 'starred file',
  path: '/v1/projects/{gid}/files',
  table: s,
  fields: {
    href: expression<string>(raw(`'/v1/projects/' || s.project_gid || '/files/' || s.gid`)),
    ...pick(s, 'path'),
    file: fileWhere('f.message_gid = s.message_gid and f.path = s.path'),
    project: projectReference(s.projectGid),
    message: expression<MessageReference>(messageReference(s.projectGid.sql, s.messageGid.sql)),
    starred_by: userReference(s.starredByGid),
  },
  visible: (principal) => [inVisibleProject(s.projectGid.sql, principal)],
});

/** The newest message file with a path that the principal sees. Files in the principal's own projects come first. */
export async function attachmentNamed(database: Queryable, path: string, principal: Principal): Promise<Attachment | undefined> {
  const [attachment] = await database.query<Attachment>(sql`
    select f.project_gid as project, f.message_gid as message, f.path, f.url from project_file f
    where f.message_gid is not null and f.path = ${path} and ${inVisibleProject(raw('f.project_gid'), principal)}
    order by ${inOwnProject(raw('f.project_gid'), principal)} desc, f.gid desc limit 1`);
  return attachment;
}

/** The stars of a file that the principal sees, ordered by project. */
export const starsNamed = (database: Queryable, path: string, principal: Principal): Promise<{ gid: string; project: string }[]> =>
  database.query(sql`select s.gid, s.project_gid as project from star s
    where s.path = ${path} and ${inVisibleProject(raw('s.project_gid'), principal)} order by s.project_gid`);
