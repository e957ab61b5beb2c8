import { expression, jsonArray, jsonObject, raw, type Field } from '@partner-ordering/data';
import type { File } from '../../../generated/models.ts';

/** Files of the table `project_file f` as references show them, oldest first. */
export const filesWhere = (condition: string): Field<File[]> =>
  expression<File[]>(jsonArray(jsonObject({ url: raw('f.url') }), raw(`from project_file f where ${condition} order by f.gid`)));
