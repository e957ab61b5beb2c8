import { notFound } from '@partner-ordering/kernel';
import { reply, type OperationTools, type Reply } from '@partner-ordering/http';
import type { Dependencies } from '../../context.ts';
import type { FileRow } from '../../domain/find-file.ts';
import { shrunkType } from '../../domain/images/shrink-order.ts';
import { variationOf } from '../../domain/images/variations.ts';
import { canBeRead } from '../../domain/keep-upload.ts';
import type { Variation } from '../../storage/storage.ts';
import { contentHeaders, imageTag } from './content-headers.ts';

/** An image that may be read, or one of its variations. */
export interface WantedImage {
  file: FileRow;
  variation: Variation | undefined;
  /** Gid of the user who asks. */
  by: string;
}

type Parts = Pick<OperationTools, 'database' | 'now'> & Pick<Dependencies, 'storage' | 'write' | 'imageLimits'>;

/** The answer that shows an image, with a tag; 404 for what is no image. */
export async function shownImage(context: Parts, { file, variation, by }: WantedImage, headers: Record<string, string>): Promise<Reply> {
  if (!file.image || !(await canBeRead(context, file, context))) throw notFound('image');
  if (!variation) {
    const described = { ...contentHeaders(file), ETag: imageTag(file, variation), 'Content-Length': String(file.sizeBytes) };
    return reply(200, context.storage.read(file.path), { ...headers, ...described });
  }
  const { content, sizeBytes } = await variationOf(context, file, variation, { by, now: context.now });
  const shrunk = contentHeaders({ name: file.name, contentType: shrunkType(file.contentType) });
  return reply(200, content, { ...headers, ...shrunk, ETag: imageTag(file, variation), 'Content-Length': String(sizeBytes) });
}
