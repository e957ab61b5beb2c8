import type { EntityDictionary } from '@mikro-orm/postgresql';
import { sql, type Transaction } from '@partner-ordering/data';
import type { EventHandler } from '@partner-ordering/http';
import type { Followed } from '../../generated/events.ts';
import { Project } from './project.ts';
import { takeOverReceipt } from '../domain/record.ts';

/** Brings a finished project in line with its receipt; reacts to the state, so that no event can be missed. */
export const onReceiptState: EventHandler<Followed['receipt.state'] | null> = async ({ data: receipt }, tx, tools) => {
  if (!receipt) return;
  const project = await lockProject(tx, receipt.project);
  if (project) await takeOverReceipt({ ...tools, tx, principal: 'system' }, project, receipt);
};

async function lockProject({ em, query }: Transaction, gid: string): Promise<Project | undefined> {
  const [row] = await query<EntityDictionary<Project>>(sql`select * from project where gid = ${gid} for no key update`);
  return row && em.map(Project, row);
}
