import type { EntityDictionary } from '@mikro-orm/postgresql';
import { sql, type Transaction } from '@partner-ordering/data';
import { Project } from './project.ts';

/** Loads and locks a project, whoever may see it; undefined when there is none. */
export async function lockProject({ em, query }: Transaction, gid: string): Promise<Project | undefined> {
  const [row] = await query<EntityDictionary<Project>>(sql`select * from project where gid = ${gid} for no key update`);
  return row && em.map(Project, row);
}
