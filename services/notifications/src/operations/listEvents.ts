import { eventTypes, ProtocolRefusal, JsonPage, ok, protocolErrors, type Reply } from '@partner-ordering/http';
import { forbidden, invalidToken } from '@partner-ordering/kernel';
import type { ListEventsRequest, Operations } from '../../generated/operations.ts';
import type { Context } from '../context.ts';
import { beginOf, pageText, readFeed } from '../domain/events/feed.ts';
import { eventStream } from '../events/event-stream.ts';
import { mayFollow, nextPage, type Follower } from '../events/following.ts';
import { mustManage } from './loading/webhooks.ts';

type Asked = Context<ListEventsRequest>;

export const listEvents: Operations['listEvents'] = async (context) => {
  const { path, database, accepts } = context;
  await mustManage(context, database, path.orgGid, 'see this', 'event');
  const type = accepts(eventTypes);
  if (type === undefined) throw new ProtocolRefusal(protocolErrors.notAcceptable(eventTypes));
  return type === 'text/event-stream' ? streamOf(context) : pageOf(context);
};

async function pageOf(context: Asked): Promise<Reply> {
  const { path, query, database, principal, following, stillSignedIn } = context;
  const { after, types, limit = 100, wait = 0 } = query;
  const cursor = await beginOf(database, path.orgGid, after);
  if (wait === 0) return page(pageText(await readFeed(database, cursor, { types, limit })));
  const endPoll = following.begin(principal.user, path.orgGid);
  const found = await nextPage(followerOf(context), cursor, { types, limit }, wait * 1000).finally(endPoll);
  const present = await stillSignedIn();
  if (present === undefined) throw invalidToken('The access token is no longer valid');
  if (!mayFollow(present, path.orgGid)) throw forbidden('see this', 'event');
  return page(pageText(found));
}

const page = (text: string): Reply => ok(new JsonPage(text), { 'Cache-Control': 'private, no-cache', Vary: 'Accept, Authorization' });

async function streamOf(context: Asked): Promise<Reply> {
  const { path, query, headers, database, principal, following, stillSignedIn } = context;
  const last = headers['last-event-id'] as string | undefined;
  const cursor = await (last ? beginOf(database, path.orgGid, last, 'Last-Event-ID') : beginOf(database, path.orgGid, query.after));
  const { types } = query;
  // What is refused is refused before the answer begins.
  const first = await readFeed(database, cursor, { types, limit: 1 });
  const endStream = following.begin(principal.user, path.orgGid);
  const stream = eventStream(first, cursor, { ...followerOf(context), types, stillSignedIn });
  stream.once('close', endStream);
  const notKept = { 'Cache-Control': 'no-store', Vary: 'Accept, Authorization', 'X-Accel-Buffering': 'no' };
  return { status: 200, body: stream, headers: { ...notKept, 'Content-Type': 'text/event-stream; charset=utf-8' } };
}

const followerOf = ({ database, path, following, waiting }: Asked): Follower => ({
  queryable: database,
  following,
  organization: path.orgGid,
  gone: waiting(),
});
