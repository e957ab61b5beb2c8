import { invalid, PossiblyStale } from '@partner-ordering/kernel';
import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { canonicalUri, Comment } from '../domain/conversation/comment.ts';
import { mustKnowUser } from '../domain/replicas/known-user.ts';
import { comments } from '../resources/comments.ts';
import { commentedProject } from './loading/commented-project.ts';

export const createComment: Operations['createComment'] = async ({ body, principal, now, tx }) => {
  const uri = canonicalUri(body.uri);
  const project = await commentedProject(tx, uri, principal);
  if (project === undefined)
    throw new PossiblyStale(
      [{ type: 'principal', key: principal.user }],
      invalid({ path: 'uri', message: 'must be the path of a project, work or message that you can see' }),
    );
  await mustKnowUser(tx, principal.user);
  const comment = Comment.create(principal, { uri, project }, body.message, now);
  tx.em.persist(comment);
  return created(comments.href(comment.gid));
};
