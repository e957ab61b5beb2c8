import { sql, type Transaction } from '@partner-ordering/data';
import type { FollowedFacts } from '../../../generated/events.ts';

/** Whether a fact ends the need for an approval. That of a deletion does not name the state before. */
export const decidesApprovals = (type: string, data: FollowedFacts[keyof FollowedFacts]): boolean =>
  type === 'project.deleted' || ('from' in data && data.from === 'require_approval');

/**
 * Marks waiting mails that ask for an approval as settled. It deletes none but held ones, as one may be running. Found by the index
 * `job_of_project`; locked in the order of `forgetMailsTo`.
 */
export async function markApprovalsDecided(tx: Transaction, project: string): Promise<void> {
  await tx.query(sql`update job set data = jsonb_set(data, '{values,isSettled}', '"yes"')
    where id = any(array(select id from job
      where name = 'mail_project' and given_up_at is null and data->'values'->>'project' = ${project}
        and data->'values'->>'kind' = 'project_approval_required' order by id for update))`);
  await tx.query(sql`delete from held_mail where project_gid = ${project} and cause->>'kind' = 'project_approval_required'`);
}
