import { expression, raw, resource, table } from '@partner-ordering/data';
import { Work } from '../domain/contest/work.ts';
import { inVisibleProject } from './projects.ts';

const w = table(Work, 'w');

/** The current images of works. No client reads them here, but the files service asks by this path who may read the file. */
export const workImages = resource<{ href: string }>()({
  noun: 'image',
  path: '/v1/works/{gid}/image',
  table: w,
  key: 'image_path',
  fields: { href: expression<string>(raw(`'/v1/works/' || w.gid || '/image/' || w.image_path`)) },
  aliases: { image_path: w.imagePath },
  visible: (principal) => [inVisibleProject(w.projectGid.sql, principal)],
});
