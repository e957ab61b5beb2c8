import { expression, raw, type Field } from '@partner-ordering/data';
import type { File, Image } from '../../../generated/models.ts';

/** Files of the table `project_file f` as references show them, oldest first. */
export const filesWhere = (condition: string): Field<File[]> =>
  expression<File[]>(
    raw(`coalesce((select json_agg(json_build_object('url', f.url) order by f.gid) from project_file f where ${condition}), '[]'::json)`),
  );

/** The image of a work `w` in one size, with its variations; null when the work has no image. */
export function imageOf(size: '' | '-thumb'): Field<Image | null> {
  const file = (suffix: string) => `json_build_object('url', w.image_url || '${suffix}')`;
  return expression<Image | null>(
    raw(`case when w.image_url is not null then json_build_object('url', w.image_url || '${size}',
      'variations', json_build_object('icon', ${file('-icon')}, 'thumb', ${file('-thumb')})) end`),
  );
}
