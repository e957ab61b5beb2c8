import { noteOrganization } from '@partner-ordering/data';
import { notFound } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import { isPublic } from '../domain/access.ts';
import { avatarPath } from '../domain/avatar.ts';
import { NOBODY } from '../domain/file.ts';
import { findFile } from '../domain/find-file.ts';
import { holderLookup } from '../domain/holders.ts';
import { imageNamed } from '../domain/address.ts';
import { imageReply } from './serving/images.ts';

/** A browser or a proxy shows the image up to 5 minutes after it ceased to be public. */
const CACHED = 'public, max-age=300';

export const getPublicImage: Operations['getPublicImage'] = async (context) => {
  const { filename } = context.path;
  const { path, variation } = avatarPath(filename) === filename ? { path: filename, variation: undefined } : imageNamed(filename);
  // An attached file is recorded, so strangers cause no request to the storage.
  const file = await findFile(context.database, path);
  if (!file || file.isLost || !(await isPublic(file, holderLookup(context.database, context.services)))) throw notFound('image');
  noteOrganization(file.organization);
  return imageReply(context, { file, variation, by: NOBODY }, { 'Cache-Control': CACHED });
};
