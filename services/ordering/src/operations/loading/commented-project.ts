import { isGid, type Principal } from '@partner-ordering/kernel';
import { isVisible, type Queryable, type Resource, sql } from '@partner-ordering/data';
import { messages } from './messages.ts';
import { projects } from './projects.ts';
import { works } from './works.ts';

const pattern = /^\/v1\/(?:projects\/(?<project>[^/]+)(?:\/messages\/(?<message>[^/]+))?|works\/(?<work>[^/]+))$/;

/** The project that a canonical uri names or that holds what it names; undefined unless the principal may see it. */
export async function projectOf(database: Queryable, uri: string, principal: Principal): Promise<string | undefined> {
  const { project, message, work } = pattern.exec(uri)?.groups ?? {};
  const sees = (of: Resource, gid: string) => isVisible(database, of, { gid, principal });
  if (work !== undefined) return (await sees(works as Resource, work)) ? holderOf(database, 'work', work) : undefined;
  if (project === undefined || !(await sees(projects as Resource, project))) return undefined;
  if (message === undefined) return project;
  const isThere = (await sees(messages as Resource, message)) && (await holderOf(database, 'message', message)) === project;
  return isThere ? project : undefined;
}

async function holderOf(database: Queryable, kind: 'work' | 'message', gid: string): Promise<string | undefined> {
  if (!isGid(gid)) return undefined;
  const [row] = await database.query<{ project_gid: string }>(
    kind === 'work'
      ? sql`select project_gid from work where gid = ${gid}`
      : sql`select project_gid from project_message where gid = ${gid}`,
  );
  return row?.project_gid;
}
