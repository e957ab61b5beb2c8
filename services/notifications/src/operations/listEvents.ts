import { eventTypes, ProtocolRefusal, JsonPage, ok, protocolErrors, type Reply } from '@partner-ordering/http';
import { forbidden, invalidToken } from '@partner-ordering/kernel';
import type { ListEventsRequest, Operations } from '../../generated/operations.ts';
import type { Context } from '../context.ts';
import { startCursor, pageText, readFeed } from '../domain/events/feed.ts';
import { eventStream } from '../events/event-stream.ts';
import { mayReadFeed, nextPage, type FeedReader } from '../events/feed-connections.ts';
import { mustManage } from './loading/webhooks.ts';

type ListEventsContext = Context<ListEventsRequest>;

export const listEvents: Operations['listEvents'] = async (context) => {
  const { path, database, accepts } = context;
  await mustManage(context, database, path.orgGid, 'see this', 'event');
  const type = accepts(eventTypes);
  if (type === undefined) throw new ProtocolRefusal(protocolErrors.notAcceptable(eventTypes));
  return type === 'text/event-stream' ? streamOf(context) : pageOf(context);
};

async function pageOf(context: ListEventsContext): Promise<Reply> {
  const { path, query, database, principal, feedConnections, stillSignedIn } = context;
  const { after, types, limit = 100, wait = 0 } = query;
  const cursor = await startCursor(database, path.orgGid, after);
  if (wait === 0) return page(pageText(await readFeed(database, cursor, { types, limit })));
  const endPoll = feedConnections.begin(principal.user, path.orgGid);
  const feedPage = await nextPage(feedReaderOf(context), cursor, { types, limit }, wait * 1000).finally(endPoll);
  const present = await stillSignedIn();
  if (present === undefined) throw invalidToken('The access token is no longer valid');
  if (!mayReadFeed(present, path.orgGid)) throw forbidden('see this', 'event', 'manager');
  return page(pageText(feedPage));
}

const page = (text: string): Reply => ok(new JsonPage(text), { 'Cache-Control': 'private, no-cache', Vary: 'Accept, Authorization' });

async function streamOf(context: ListEventsContext): Promise<Reply> {
  const { path, query, headers, database, principal, feedConnections, stillSignedIn } = context;
  const lastEventId = headers['last-event-id'] as string | undefined;
  const cursor = await (lastEventId
    ? startCursor(database, path.orgGid, lastEventId, 'Last-Event-ID')
    : startCursor(database, path.orgGid, query.after));
  const { types } = query;
  // Refusals come before the answer begins.
  const first = await readFeed(database, cursor, { types, limit: 1 });
  const endStream = feedConnections.begin(principal.user, path.orgGid);
  const stream = eventStream(first, cursor, { ...feedReaderOf(context), types, stillSignedIn });
  stream.once('close', endStream);
  const streamHeaders = { 'Cache-Control': 'no-store', Vary: 'Accept, Authorization', 'X-Accel-Buffering': 'no' };
  return { status: 200, body: stream, headers: { ...streamHeaders, 'Content-Type': 'text/event-stream; charset=utf-8' } };
}

const feedReaderOf = ({ database, path, feedConnections, waiting }: ListEventsContext): FeedReader => ({
  queryable: database,
  feedConnections,
  organization: path.orgGid,
  signal: waiting(),
});
