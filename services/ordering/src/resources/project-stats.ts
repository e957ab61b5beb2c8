import { expression, raw, resource, table, timeText } from '@partner-ordering/data';
import type { ProjectStat } from '../../generated/models.ts';
import { Project } from '../domain/project/project.ts';
import { projects } from './projects.ts';

const count = (of: string) => expression<number>(raw(`(select count(*) ${of})`));

/** Workers who took part: authors of messages or works, and the assigned one. */
const workers = `from (select worker_gid from project_message where project_gid = p.gid
  union select worker_gid from work where project_gid = p.gid
  union select p.worker_gid) w where w.worker_gid is not null`;

/** Figures about a project, visible to users who see the project. */
export const projectStats = resource<ProjectStat>()({
  noun: 'project',
  path: '/v1/projects',
  table: table(Project, 'p'),
  fields: {
    messages: count('from project_message where project_gid = p.gid'),
    deliveries: count(`from project_message where project_gid = p.gid and type = 'delivery'`),
    rejections: count(`from project_message where project_gid = p.gid and type = 'reject'`),
    works: count('from work where project_gid = p.gid'),
    workers: count(workers),
    brief_files: count(`from project_file where project_gid = p.gid and kind = 'brief'`),
    source_files: count(`from project_file where project_gid = p.gid and kind = 'source'`),
    seconds_to_first_reply: expression<number | null>(
      raw(`floor(extract(epoch from least(
        (select min(created_at) from project_message where project_gid = p.gid and worker_gid is not null),
        (select min(created_at) from work where project_gid = p.gid)) - p.published_at))::int`),
    ),
    last_activity_at: expression<string>(
      timeText(
        raw(`greatest(p.created_at, p.modified_at,
          (select max(created_at) from project_message where project_gid = p.gid),
          (select max(created_at) from work where project_gid = p.gid))`),
      ),
    ),
  },
  visible: projects.visible,
});
