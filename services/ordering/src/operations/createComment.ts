import { invalid, rightsOf } from '@partner-ordering/kernel';
import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { faults } from '../faults.ts';
import { canonicalUri, Comment } from '../domain/conversation/comment.ts';
import { mustKnowOrganization, mustKnowUser } from '../domain/replicas/replicas.ts';
import { comments } from '../resources/comments.ts';
import { commented } from './loading/commented.ts';

export const createComment: Operations['createComment'] = async (context) => {
  const { body, principal, now, tx } = context;
  const subject = await commented(context, canonicalUri(body.uri));
  if (subject === undefined) throw invalid(faults.resource_not_visible('uri')).restingOn([rightsOf(principal)]);
  await mustKnowUser(tx, principal.user);
  const comment = Comment.create(principal, subject, body, now);
  if (comment.organizationGid !== null) await mustKnowOrganization(tx, comment.organizationGid, faults.not_found);
  tx.em.persist(comment);
  return created(comments.href(comment.gid));
};
