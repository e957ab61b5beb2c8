import { rightsOf } from '@partner-ordering/kernel';
import { ok, restingOn } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { urisToAsk } from '../domain/conversation/nested-comments.ts';
import { commentsOn } from '../resources/comments.ts';
import { visibleUris } from './loading/visible-uris.ts';

export const getComment: Operations['getComment'] = async (context) => {
  const { path, principal, database, read } = context;
  const seen = await visibleUris(context, await urisToAsk(database, principal, [path.gid]));
  return restingOn([rightsOf(principal)], async () => ok(await read(commentsOn([...seen.keys()]), path.gid)));
};
