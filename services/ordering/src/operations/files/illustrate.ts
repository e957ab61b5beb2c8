import type { AttachedFile } from '../../../generated/models.ts';
import type { Tools } from '../../context.ts';
import type { Work } from '../../domain/contest/work.ts';
import { works } from '../../resources/works.ts';
import { attachTo, detach } from './attach.ts';

/** Sets the image of a work to the one that a body names; null removes it, undefined leaves it. */
export async function illustrate(context: Tools, work: Work, image: AttachedFile | null | undefined): Promise<void> {
  if (image === undefined) return;
  const { imagePath: path, imageHolder } = work;
  const holder = `${works.href(work.gid)}/image/{path}/${context.gid}`;
  const [file = null] = image ? await attachTo(context, holder, [{ field: 'image.url', url: image.url }]) : [];
  work.show(file, holder);
  if (path && imageHolder) detach(context, [{ path, holder: imageHolder }]);
}
