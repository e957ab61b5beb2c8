import { column, expression, pick, raw, resource, table, variations } from '@partner-ordering/data';
import { userReference } from '@partner-ordering/commerce';
import type { ProjectFile } from '../../generated/models.ts';
import { ProjectFile as ProjectFileEntity } from '../domain/project/project-file.ts';
import { inVisibleProject } from './projects.ts';

const f = table(ProjectFileEntity, 'f');

/** The files of a project's brief or result, found by their path and visible to users who see the project. */
const filesOf = (kind: 'brief' | 'source') =>
  resource<ProjectFile>()({
    noun: `${kind} file`,
    path: `/v1/projects/{gid}/${kind}_files`,
    table: f,
    key: 'path',
    fields: {
      href: expression<string>(raw(`'/v1/projects/' || f.project_gid || '/${kind}_files/' || f.path`)),
      ...pick(f, 'url', 'path', 'name', 'content_type'),
      size: column(f.sizeBytes),
      variations: variations(f.imageUrl),
      added_by: userReference(f.addedByGid),
    },
    aliases: { project: f.projectGid },
    where: raw(`f.kind = '${kind}'`),
    visible: (principal) => [inVisibleProject(f.projectGid.sql, principal)],
  });

export const briefFiles = filesOf('brief');
export const sourceFiles = filesOf('source');
