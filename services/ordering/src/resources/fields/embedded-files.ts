import { expression, jsonArray, jsonObject, raw, sql, table, variations, type Field, type Sql } from '@partner-ordering/data';
import type { DescribedFile } from '../../../generated/models.ts';
import { ProjectFile } from '../../domain/project/project-file.ts';

const f = table(ProjectFile, 'f');

const described = jsonObject({
  url: f.url.sql,
  name: f.name.sql,
  size: f.sizeBytes.sql,
  content_type: f.contentType.sql,
  variations: variations(f.imageUrl).value as Sql,
});

/** Files of the table `project_file f`, oldest first. */
export const filesWhere = (condition: string): Field<DescribedFile[]> =>
  expression<DescribedFile[]>(jsonArray(described, raw(`from project_file f where ${condition} order by f.gid`)));

/** One such file. */
export const fileWhere = (condition: string): Field<DescribedFile> =>
  expression<DescribedFile>(sql`(select ${described} from project_file f where ${raw(condition)} order by f.gid limit 1)`);
