import type { OperationRequest } from '@partner-ordering/http';
import type { FileDescription } from '@partner-ordering/service-client';
import type { AttachedFile } from '../../../generated/models.ts';
import type { Context } from '../../context.ts';

type AvatarContext = Pick<Context<OperationRequest & { body: { avatar?: AttachedFile | null } }>, 'body' | 'files' | 'read' | 'users'>;

/** The file of the body's avatar, null for none; undefined for no change, so for the present one: initials must stay a drawing. */
export async function namedAvatar({ body, files, read, users }: AvatarContext, gid: string): Promise<FileDescription | null | undefined> {
  if (!body.avatar) return body.avatar;
  const file = files('avatar')[0]!;
  const { avatar } = JSON.parse((await read(users, gid, { fields: ['avatar'] })).text) as { avatar: { url: string } };
  return file.image_url === avatar.url ? undefined : file;
}
