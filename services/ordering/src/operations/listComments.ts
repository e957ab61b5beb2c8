import { forbidden, rightsOf } from '@partner-ordering/kernel';
import { type CollectionParameters, readList, type Resource } from '@partner-ordering/data';
import { JsonPage, ok } from '@partner-ordering/http';
import document from '../../generated/openapi.json' with { type: 'json' };
import type { Operations } from '../../generated/operations.ts';
import { readCommentQuery } from '../domain/conversation/comment-query.ts';
import { commentIn, urisToAsk } from '../domain/conversation/nested-comments.ts';
import { isInProject } from '../domain/conversation/seen-elsewhere.ts';
import { comments, commentsOn } from '../resources/comments.ts';
import { visibleUris } from './loading/visible-uris.ts';

const { 'x-searchable': searchable, 'x-orderable': orderable } = document.paths['/v1/comments'].get;
const collection = { searchable, orderable, fields: Object.keys(comments.fields) };

export const listComments: Operations['listComments'] = async (context) => {
  const { query, principal, database } = context;
  const wanted = query.query ? readCommentQuery(query.query) : undefined;
  if (!principal.isAdmin && !wanted?.isOnUris) throw forbidden('see this', 'comment').restingOn([rightsOf(principal)]);
  const parameters = { ...query, ...(wanted && { query: wanted.text }) } as CollectionParameters;
  const uris = principal.isAdmin ? [] : wanted!.uris.filter((uri) => !isInProject(uri));
  const threads = await urisToAsk(database, principal, uris.flatMap((uri) => commentIn(uri) ?? [])); // oxfmt-ignore
  const seen = await visibleUris(context, [...new Set([...uris.filter((uri) => commentIn(uri) === undefined), ...threads])]);
  return ok(new JsonPage(await readList(database, commentsOn([...seen.keys()]) as Resource, { collection, parameters, principal })));
};
