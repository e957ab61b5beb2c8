import type { Tools } from '../../context.ts';
import type { AttachedFile } from '../../../generated/models.ts';
import type { Work } from '../../domain/contest/work.ts';

/** Sets the image of a work to the one that the field `image` of a body names; null removes it, undefined leaves it. */
export function illustrate({ files }: Pick<Tools, 'files'>, work: Work, image: AttachedFile | null | undefined): void {
  if (image === undefined) return;
  const [file = null] = files('image');
  work.show(file);
}
