import { expression, jsonArray, jsonObject, raw, sql, type Field, type Sql } from '@partner-ordering/data';
import type { File, Image } from '../../../generated/models.ts';

/** Files of the table `project_file f` as references show them, oldest first. */
export const filesWhere = (condition: string): Field<File[]> =>
  expression<File[]>(jsonArray(jsonObject({ url: raw('f.url') }), raw(`from project_file f where ${condition} order by f.gid`)));

/** The image of a work `w` in one size, with its variations; null when the work has no image. */
export function imageOf(size: '' | '-thumb'): Field<Image | null> {
  const url = (suffix: string): Sql => raw(`w.image_url || '${suffix}'`);
  const variations = jsonObject({ icon: jsonObject({ url: url('-icon') }), thumb: jsonObject({ url: url('-thumb') }) });
  return expression<Image | null>(sql`case when w.image_url is not null then ${jsonObject({ url: url(size), variations })} end`);
}
