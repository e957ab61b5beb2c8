import { defineEntity, p } from '@mikro-orm/postgresql';
import { invalid, newGid, type Principal } from '@partner-ordering/kernel';
import { sql, type Transaction } from '@partner-ordering/data';
import type { ProjectShareCreate } from '../../../generated/models.ts';
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
  /** Shares a project with a member of its organization other than its owner (400). Call `mustBeOwned` first. */
  static of(project: Project, user: string, principal: Principal, now: Date): ProjectShare {
    if (user === project.ownerGid) throw invalid({ path: 'user', message: 'already owns this project' });
    return Object.assign(new ProjectShare(), {
      ...{ gid: newGid(), projectGid: project.gid, createdAt: now },
      ...{ userGid: user, sharedByGid: principal.user },
    });
  }
}

ProjectShareSchema.setClass(ProjectShare);

/** The member of an organization whom a body names. The same 400 for an unknown user and for one who is not a member. */
export async function memberNamed(tx: Transaction, { user, email }: ProjectShareCreate, organization: string): Promise<string> {
  if (user !== undefined && email !== undefined) throw invalid({ path: 'email', message: 'must not be given together with user' });
  if (user === undefined && email === undefined) throw invalid({ path: 'user', message: 'is required unless email is given' });
  const gid = user?.gid ?? (await userByEmail(tx, email!));
  const refusal = invalid({ path: user ? 'user.gid' : 'email', message: 'is not a member of the organization' });
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
