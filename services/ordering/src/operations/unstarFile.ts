import { forbidden, notFound, rightsOf } from '@partner-ordering/kernel';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { removeComments } from '../domain/conversation/nested-comments.ts';
import type { Star } from '../domain/conversation/star.ts';
import { projects } from '../resources/projects.ts';
import { stars, starsNamed } from '../resources/stars.ts';

export const unstarFile: Operations['unstarFile'] = async ({ path, principal, tx, load }) => {
  const found = await starsNamed(tx, path.url, principal);
  if (found.length === 0) throw notFound(stars.noun).restingOn([rightsOf(principal)]);
  const ownStars: Star[] = [];
  for (const { gid, project } of found)
    if ((await load(projects, project)).permits('star', principal))
      ownStars.push(await load(stars, gid, { field: 'project', value: project }, { isNamed: true }));
  if (ownStars.length === 0) throw forbidden('delete', stars.noun, 'owner');
  for (const star of ownStars) {
    tx.em.remove(star);
    await removeComments(tx, `${projects.href(star.projectGid)}/files/${star.gid}`);
  }
  return noContent();
};
