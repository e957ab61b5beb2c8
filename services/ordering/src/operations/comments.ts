import { type CollectionParameters, isVisible, readList, type Resource } from '@partner-ordering/data';
import { created, noContent, ok, pageAnswer, type ResourceVisibility, withReadRepair } from '@partner-ordering/http';
import { forbidden, invalid, rightsOf } from '@partner-ordering/kernel';
import document from '../../generated/openapi.json' with { type: 'json' };
import type { Operations } from '../../generated/operations.ts';
import type { DomainContext } from '../context.ts';
import { projectOfWork } from '../domain/contest/work.ts';
import { readCommentQuery } from '../domain/conversation/comment-query.ts';
import { canonicalUri, Comment, type CommentSubject } from '../domain/conversation/comment.ts';
import { commentIn, nestedSubject, removeComments, urisToAsk } from '../domain/conversation/nested-comments.ts';
import { isInProject, isOwnUri, remoteVisibility } from '../domain/conversation/remote-visibility.ts';
import { mustKnowOrganization, mustKnowUser } from '../domain/replicas/replicas.ts';
import { faults } from '../faults.ts';
import { comments, commentsOn } from '../resources/comments.ts';

const { 'x-searchable': searchable, 'x-orderable': orderable } = document.paths['/v1/comments'].get;
const collection = { searchable, orderable, fields: Object.keys(comments.fields) };

export const listComments: Operations['listComments'] = async (context) => {
  const { query, principal, database } = context;
  const commentQuery = query.query ? readCommentQuery(query.query) : undefined;
  if (!principal.isAdmin && !commentQuery?.isOnUris) throw forbidden('see this', 'comment', 'admin').restingOn([rightsOf(principal)]);
  const parameters = { ...query, ...(commentQuery && { query: commentQuery.text }) } as CollectionParameters;
  const uris = principal.isAdmin ? [] : commentQuery!.uris.filter((uri) => !isInProject(uri));
  const seen = await visibleUris(context, await decidingUris(context, uris));
  return ok(pageAnswer(await readList(database, commentsOn([...seen.keys()]) as Resource, { collection, parameters, principal })));
};

export const getComment: Operations['getComment'] = async (context) => {
  const { path, principal, database, read } = context;
  const seen = await visibleUris(context, await urisToAsk(database, principal, [path.gid]));
  return withReadRepair([rightsOf(principal)], async () => ok(await read(commentsOn([...seen.keys()]), path.gid)));
};

export const createComment: Operations['createComment'] = async (context) => {
  const { body, principal, now, tx } = context;
  const subject = await subjectOf(context, canonicalUri(body.uri));
  if (subject === undefined) throw invalid(faults.resource_not_visible('uri')).restingOn([rightsOf(principal)]);
  await mustKnowUser(tx, principal.user);
  const comment = Comment.create(principal, subject, body, now);
  if (comment.organizationGid !== null) await mustKnowOrganization(tx, comment.organizationGid, faults.not_found);
  tx.em.persist(comment);
  return created(comments.href(comment.gid));
};

export const updateComment: Operations['updateComment'] = async (context) => {
  const { path, body, principal, now } = context;
  const comment = await loadComment(context, path.gid);
  comment.mustBeOwned(principal, 'update');
  if (body.message !== undefined) comment.update(principal, body.message, now);
  return noContent();
};

export const deleteComment: Operations['deleteComment'] = async (context) => {
  const { path, principal, tx } = context;
  const comment = await loadComment(context, path.gid);
  comment.mustBeOwned(principal, 'delete');
  tx.em.remove(comment);
  await removeComments(tx, comments.href(comment.gid));
  return noContent();
};

/** The uris that decide who sees the comments on these: the resources, and the outermost subjects of comments. */
async function decidingUris({ database, principal }: DomainContext, uris: readonly string[]): Promise<string[]> {
  const resources = uris.filter((uri) => commentIn(uri) === undefined);
  const gids = uris.flatMap((uri) => commentIn(uri) ?? []);
  return [...new Set([...resources, ...(await urisToAsk(database, principal, gids))])];
}

/** Loads and locks a comment. 404 where the caller does not see what it is about, which other services are asked before. */
async function loadComment(context: DomainContext, gid: string): Promise<Comment> {
  const { tx, principal, load } = context;
  const seen = await visibleUris(context, await urisToAsk(tx, principal, [gid]));
  return load(commentsOn([...seen.keys()]), gid);
}

/** The subject of a comment on a canonical uri; undefined unless the caller may see it. */
async function subjectOf(context: DomainContext, uri: string): Promise<CommentSubject | undefined> {
  const above = commentIn(uri);
  if (above !== undefined) return nestedSubjectOf(context, uri, above);
  const visibility = (await visibleUris(context, [uri])).get(uri);
  if (!visibility) return undefined;
  const project = await projectOf(context.tx, uri);
  return { uri, project, isShared: project === null && visibility.organization === null, organization: null, ancestors: null };
}

/** The same of a comment on a comment. */
async function nestedSubjectOf(context: DomainContext, uri: string, gid: string): Promise<CommentSubject | undefined> {
  const { tx, principal } = context;
  const seen = await visibleUris(context, await urisToAsk(tx, principal, [gid]));
  const isSeen = await isVisible(tx, commentsOn([...seen.keys()]) as Resource, { gid, principal });
  return isSeen ? nestedSubject(tx, uri, gid) : undefined;
}

/** The project whose visibility is also that of what a uri names; null for what belongs to none. */
async function projectOf(tx: DomainContext['tx'], uri: string): Promise<string | null> {
  const [, , kind, gid] = uri.split('/') as [string, string, string, string];
  if (kind === 'projects') return gid;
  return kind === 'works' ? ((await projectOfWork(tx, gid)) ?? null) : null;
}

/** The canonical uris that the caller sees now. Throws `unavailable` if a service that may have one is silent. */
async function visibleUris(context: DomainContext, uris: readonly string[]): Promise<Map<string, ResourceVisibility>> {
  const { askOutside, visibilityOf, principal } = context;
  const elsewhere = uris.filter((uri) => !isOwnUri(uri));
  const found = new Map(
    elsewhere.length > 0
      ? askOutside(`visibility of ${elsewhere.join(' ')}`, (services) => remoteVisibility(services, principal.user, elsewhere))
      : [],
  );
  for (const uri of uris.filter(isOwnUri)) found.set(uri, await visibilityOf(uri));
  return new Map([...found].filter(([, { visible }]) => visible));
}
