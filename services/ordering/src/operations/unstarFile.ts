import { forbidden, notFound, PossiblyStale } from '@partner-ordering/kernel';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { Star } from '../domain/conversation/star.ts';
import { projects } from '../resources/projects.ts';
import { stars, starsNamed } from '../resources/stars.ts';

export const unstarFile: Operations['unstarFile'] = async ({ path, principal, tx, load }) => {
  const found = await starsNamed(tx, path.url, principal);
  if (found.length === 0) throw new PossiblyStale([{ type: 'principal', key: principal.user }], notFound(stars.noun));
  const own: string[] = [];
  for (const { gid, project } of found) if ((await load(projects, project)).isOwnedBy(principal)) own.push(gid);
  if (own.length === 0) throw forbidden('delete', stars.noun);
  for (const star of await tx.em.find(Star, { gid: { $in: own } })) tx.em.remove(star);
  return noContent();
};
