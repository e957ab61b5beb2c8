import { sql, type Transaction } from '@partner-ordering/data';

const deciding = new Set(['project.published', 'project.withdrawn', 'project.canceled', 'project.deleted']);

/** Whether nobody has to approve a project any more after a fact of this type. */
export const decidesApprovals = (type: string): boolean => deciding.has(type);

/**
 * Marks the mails that ask for an approval and wait, since the mail server was down for instance: it is decided, or not needed any more.
 * Their data is changed and none is removed, as one may be on its way and be tried again. Found by the index `job_of_project`; locked in
 * one order, as `forgetMailsTo` does.
 */
export async function markApprovalsDecided(tx: Transaction, project: string): Promise<void> {
  await tx.query(sql`update job set data = jsonb_set(data, '{told,isSettled}', '"yes"')
    where id = any(array(select id from job
      where name in ('mail_project', 'mail_late_managers') and given_up_at is null and data->'told'->>'project' = ${project}
        and data->'told'->>'kind' = 'project_approval_required' order by id for update))`);
}
