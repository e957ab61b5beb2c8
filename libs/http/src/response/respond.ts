import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { entityTag, namesTag } from './etag.ts';
import { pageLinks } from './page-links.ts';
import { jsonOf, JsonPage, type Reply } from './replies.ts';
import { streamed } from './streamed.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends finished JSON. If responses are checked it uses `response.json`, where the validator sees it. */
function sendJson(response: Response, status: number, text: string, validateResponses: boolean): void {
  if (validateResponses) {
    response.status(status).json(JSON.parse(text));
    return;
  }
  response.writeHead(status, { 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

/** Lets only the caller store an answer, to be revalidated. An earlier `Cache-Control` stays, such as `no-store` for a token in the URL. */
function keepForCaller(response: Response): void {
  if (!response.hasHeader('Cache-Control')) response.set({ 'Cache-Control': 'private, no-cache', Vary: 'Authorization' });
}

/** Whether the client has the bytes of this tag (RFC 9110, section 13.1.2). */
function isKnown({ headers }: Request, tag: string): boolean {
  const known = headers['if-none-match'];
  return known !== undefined && namesTag(known, tag);
}

/** Sends a single resource with its entity tag; 304 when the client has it already (RFC 9110, section 13.1.2). */
function sendTagged(request: Request, response: Response, text: string, validateResponses: boolean): void {
  const tag = entityTag(text);
  response.setHeader('ETag', tag);
  keepForCaller(response);
  if (isKnown(request, tag)) {
    response.writeHead(304).end();
    return;
  }
  sendJson(response, 200, text, validateResponses);
}

/** Sends a page of a collection with the addresses of its neighbours, or a count. */
function sendPage(request: Request, response: Response, text: string, validateResponses: boolean): void {
  const links = pageLinks(request, text);
  if (links !== undefined) response.setHeader('Link', links);
  keepForCaller(response);
  sendJson(response, 200, text, validateResponses);
}

/** An answer to a request with its token in the URL is never stored, whatever the operation says. */
const isNoStore = ({ tokenInQuery }: Request, header: string): boolean => tokenInQuery && header.toLowerCase() === 'cache-control';

/** Sends a stream, or 304 before any range (RFC 9110, section 13.2.2). After the head, a fault breaks the connection. */
function sendStream(request: Request, response: Response, status: number, stream: Readable): void {
  const tag = response.getHeader('ETag');
  const hasIt = typeof tag === 'string' && isKnown(request, tag);
  // The other headers stay, since a cache updates its copy by them (RFC 9111, section 3.2).
  if (hasIt) for (const name of ['Content-Length', 'Content-Range', 'Content-Type']) response.removeHeader(name);
  response.writeHead(hasIt ? 304 : status);
  if (request.isHead || hasIt) {
    stream.destroy();
    response.end();
    return;
  }
  stream.on('data', (chunk: Buffer) => streamed(chunk.length));
  pipeline(stream, response).catch(() => response.destroy());
}

export function sendReply(request: Request, response: Response, { status, headers, body }: Reply, validateResponses: boolean): void {
  for (const [name, value] of Object.entries(headers)) if (!isNoStore(request, name)) response.setHeader(name, value);
  if (body === undefined) {
    // RFC 9110, section 8.6: no Content-Length in a 204.
    response.writeHead(status, status === 204 ? {} : { 'Content-Length': 0 }).end();
    return;
  }
  if (body instanceof Readable) return sendStream(request, response, status, body);
  const text = jsonOf(body);
  if (status === 200 && body instanceof JsonPage) return sendPage(request, response, text, validateResponses);
  const isTagged = status === 200 && request.method === 'GET' && !('ETag' in headers);
  if (isTagged) return sendTagged(request, response, text, validateResponses);
  sendJson(response, status, text, validateResponses);
}
