import { defineEntity, p } from '@mikro-orm/postgresql';
import { invalid, newGid, type Principal } from '@partner-ordering/kernel';
import { sql, type Transaction } from '@partner-ordering/data';
import type { ProjectShareCreate } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';
import type { Project } from './project.ts';
import { readReplicas } from '../replicas/replicas.ts';

export const ProjectShareSchema = defineEntity({
  name: 'ProjectShare',
  properties: {
    gid: p.uuid().primary(),
    projectGid: p.uuid(),
    createdAt: p.datetime(),
    userGid: p.uuid(),
    sharedByGid: p.uuid(),
  },
});

/** A user with whom a project is shared: they see it and may write in its conversation. */
export class ProjectShare extends ProjectShareSchema.class {
  /** Shares a project with a member of its organization other than its owner (400). Call `mustAllow` first. */
  static of(project: Project, user: string, principal: Principal, now: Date): ProjectShare {
    if (user === project.ownerGid) throw invalid(faults.already_owner('user'));
    return Object.assign(new ProjectShare(), {
      gid: newGid(),
      projectGid: project.gid,
      createdAt: now,
      userGid: user,
      sharedByGid: principal.user,
    });
  }
}

ProjectShareSchema.setClass(ProjectShare);

/** The member of an organization whom a body names. The same 400 for an unknown user and for one who is not a member. */
export async function memberNamed(tx: Transaction, { user, email }: ProjectShareCreate, organization: string): Promise<string> {
  if (user !== undefined && email !== undefined) throw invalid(faults.mutually_exclusive('email', { field: 'user' }));
  if (user === undefined && email === undefined) throw invalid(faults.required('user', { why: 'no_email' }));
  const gid = user?.gid ?? (await userByEmail(tx, email!));
  const refusal = invalid(faults.not_a_member(user ? 'user.gid' : 'email'));
  if (gid === undefined) throw refusal;
  const keys = [
    { type: 'principal', key: gid },
    { type: 'user', key: gid },
  ];
  const replicas = await readReplicas(tx, keys);
  const isMember = replicas.get('principal', gid)?.memberships.some((membership) => membership.organization === organization);
  if (!isMember || !replicas.get('user', gid)) throw refusal.restingOn(keys);
  return gid;
}

async function userByEmail(tx: Transaction, email: string): Promise<string | undefined> {
  const [user] = await tx.query<{ key: string }>(
    sql`select key from shared_state where type = 'user' and lower(state->>'email') = lower(${email})`,
  );
  return user?.key;
}
