import type { Principal } from '@partner-ordering/kernel';
import { isVisible, type Resource, type Transaction } from '@partner-ordering/data';
import { projectOfWork } from '../../domain/contest/work.ts';
import { projectOfMessage } from '../../domain/conversation/project-message.ts';
import { messages } from '../../resources/messages.ts';
import { projects } from '../../resources/projects.ts';
import { works } from '../../resources/works.ts';

const pattern = /^\/v1\/(?:projects\/(?<project>[^/]+)(?:\/messages\/(?<message>[^/]+))?|works\/(?<work>[^/]+))$/;

/**
 * The project that a comment on a canonical uri belongs to: the one that the uri names, or that of the work or message it names. Undefined
 * unless the principal may see what is named.
 */
export async function commentedProject(tx: Transaction, uri: string, principal: Principal): Promise<string | undefined> {
  const { project, message, work } = pattern.exec(uri)?.groups ?? {};
  const sees = (of: Resource, gid: string) => isVisible(tx, of, { gid, principal });
  if (work !== undefined) return (await sees(works as Resource, work)) ? projectOfWork(tx, work) : undefined;
  if (project === undefined || !(await sees(projects as Resource, project))) return undefined;
  if (message === undefined) return project;
  const isThere = (await sees(messages as Resource, message)) && (await projectOfMessage(tx, message)) === project;
  return isThere ? project : undefined;
}
