import { LockMode } from '@mikro-orm/postgresql';
import { fieldsOf, type Transaction } from '@partner-ordering/data';
import type { OperationRequest, Resource } from '@partner-ordering/http';
import { invalid } from '@partner-ordering/kernel';
import type { FileDescription } from '@partner-ordering/service-client';
import type { AttachedFile } from '../../../generated/models.ts';
import type { Context } from '../../context.ts';
import type { Membership } from '../../domain/membership.ts';
import { User } from '../../domain/user.ts';
import { faults } from '../../faults.ts';

/** The user of a mail, whose token a request has; undefined for a disabled user. */
export async function lockedUser({ em }: Transaction, gid: string): Promise<User | undefined> {
  const user = await em.findOne(User, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  return user?.isEnabled ? user : undefined;
}

type MembershipContext = Context<OperationRequest & { path: { gid: string; orgaGid: string } }>;

/** The path's membership and user, or 404. Locks the user first: of two changes at once, the later must publish both. */
export async function lockedMembership({
  path,
  load,
  users,
  memberships,
}: MembershipContext): Promise<{ membership: Membership; user: User }> {
  const user = await load(users, path.gid);
  const membership = await load(memberships, path.orgaGid, { field: 'user', value: path.gid });
  return { membership, user };
}

const genericFields = ['gid', 'created_at', 'modified_at', 'href'];

/** The generic fields and those in `fields` of `/v1/me`; undefined without it. 400 for names that a user does not have. */
export function chosenFields({ fields: parameter }: { fields?: string }, users: Pick<Resource, 'fields'>): string[] | undefined {
  if (parameter === undefined) return undefined;
  const names = parameter
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const knownNames = [...Object.keys(fieldsOf(users)), 'upload_form'];
  const unknownNames = names.filter((name) => !knownNames.includes(name));
  if (unknownNames.length > 0) throw invalid(faults.unknown_field_names('fields', { names: unknownNames }));
  return [...new Set([...genericFields, ...names])];
}

type AvatarContext = Pick<Context<OperationRequest & { body: { avatar?: AttachedFile | null } }>, 'body' | 'files' | 'read' | 'users'>;

/** The file of the body's avatar; null for none. Undefined for no change or for the present avatar, as initials must stay a drawing. */
export async function namedAvatar({ body, files, read, users }: AvatarContext, gid: string): Promise<FileDescription | null | undefined> {
  if (!body.avatar) return body.avatar;
  const file = files('avatar')[0]!;
  const { avatar } = JSON.parse((await read(users, gid, { fields: ['avatar'] })).text) as { avatar: { url: string } };
  return file.image_url === avatar.url ? undefined : file;
}
