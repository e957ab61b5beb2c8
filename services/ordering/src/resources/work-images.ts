import { expression, raw, resource, table } from '@partner-ordering/data';
import { Work } from '../domain/contest/work.ts';
import { inVisibleProject } from './projects.ts';

const w = table(Work, 'w');

/** The images that works show now; no client reads them so, but who may read the file is asked under this path. */
export const workImages = resource<{ href: string }>()({
  noun: 'image',
  path: '/v1/works/{gid}/image',
  table: w,
  key: 'image_path',
  fields: { href: expression<string>(raw(`'/v1/works/' || w.gid || '/image/' || w.image_path`)) },
  aliases: { image_path: w.imagePath },
  visible: (principal) => [inVisibleProject(w.projectGid.sql, principal)],
});
