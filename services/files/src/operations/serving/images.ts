import { reply, type Reply } from '@partner-ordering/http';
import { notFound } from '@partner-ordering/kernel';
import type { FileRow } from '../../domain/find-file.ts';
import { shrunkType } from '../../domain/images/shrink-order.ts';
import { variationOf } from '../../domain/images/variations.ts';
import { canBeRead } from '../../domain/keep-upload.ts';
import { mustHaveContent } from '../../domain/lost-content.ts';
import type { FileLookup } from '../../domain/parts.ts';
import type { Variation } from '../../storage/storage.ts';
import { contentHeaders, imageTag } from './content-headers.ts';

/** Answers with an image, or a variation of it, that the user `by` may read; 404 for a file that is no image. */
export async function imageReply(
  context: FileLookup,
  { file, variation, by }: { file: FileRow; variation: Variation | undefined; by: string },
  headers: Record<string, string>,
): Promise<Reply> {
  if (!file.image || !(await canBeRead(context, file))) throw notFound('image');
  if (!variation) {
    await mustHaveContent(context, file.path);
    const imageHeaders = { ...contentHeaders(file), ETag: imageTag(file, variation), 'Content-Length': String(file.sizeBytes) };
    return reply(200, context.storage.read(file.path), { ...headers, ...imageHeaders });
  }
  const { content, sizeBytes } = await variationOf(context, file, variation, by);
  const variationHeaders = contentHeaders({ name: file.name, contentType: shrunkType(file.contentType) });
  return reply(200, content, { ...headers, ...variationHeaders, ETag: imageTag(file, variation), 'Content-Length': String(sizeBytes) });
}
