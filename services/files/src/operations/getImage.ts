import { Readable } from 'node:stream';
import { notFound } from '@partner-ordering/kernel';
import { entityTag, reply } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { avatarOf, drawAvatar } from '../domain/avatar.ts';
import { imageNamed } from '../domain/address.ts';
import { isPath } from '../storage/storage.ts';
import { contentHeaders } from './serving/content-headers.ts';
import { readableFile } from './serving/files.ts';
import { imageReply } from './serving/images.ts';

/** Neither avatars nor files change, but who may see a file does. */
const CACHED = 'private, max-age=31536000, immutable';
const REVALIDATED = 'private, no-cache';

export const getImage: Operations['getImage'] = async (context) => {
  const { filename } = context.path;
  const avatar = avatarOf(filename);
  if (avatar) {
    const picture = await drawAvatar(avatar);
    const headers = { ...contentHeaders({ name: filename, contentType: 'image/png' }), ETag: entityTag(picture), 'Cache-Control': CACHED };
    return reply(200, Readable.from([picture]), { ...headers, 'Content-Length': String(picture.length) });
  }
  const { path, variation } = imageNamed(filename);
  if (!isPath(path)) throw notFound('image');
  const file = await readableFile(context, context.principal, path, 'image');
  const headers = { 'Cache-Control': REVALIDATED, Vary: 'Authorization' };
  return imageReply(context, { file, variation, by: context.principal.user }, headers);
};
