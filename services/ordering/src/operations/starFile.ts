import { invalid, rightsOf } from '@partner-ordering/kernel';
import { created } from '@partner-ordering/http';
import type { StarCreate } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';
import { faults } from '../faults.ts';
import { mustKnowUser } from '../domain/replicas/replicas.ts';
import { Star } from '../domain/conversation/star.ts';
import { projects } from '../resources/projects.ts';
import { attachmentNamed } from '../resources/stars.ts';

export const starFile: Operations['starFile'] = async ({ body, principal, now, tx, load }) => {
  const { field, named } = fileNamed(body);
  const attachment = await attachmentNamed(tx, named, principal);
  if (!attachment) throw invalid(faults.not_an_attachment(field)).restingOn([rightsOf(principal)]);
  const project = await load(projects, attachment.project);
  project.mustPermit('star', principal);
  await mustKnowUser(tx, principal.user);
  const present = await tx.em.findOne(Star, { projectGid: project.gid, path: attachment.path });
  const star = present ?? Star.of(attachment, principal, now);
  if (!present) tx.em.persist(star);
  return created(`${projects.href(project.gid)}/files/${star.gid}`);
};

/** The path of the file, and the field that gives it. */
function fileNamed({ path, url }: StarCreate): { field: 'path' | 'url'; named: string } {
  if (path !== undefined && url !== undefined && path !== url) throw invalid(faults.fields_differ('url', { field: 'path' }));
  if (path !== undefined) return { field: 'path', named: path };
  if (url === undefined) throw invalid(faults.required('path'));
  return { field: 'url', named: url };
}
