import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on a connection behind the running one. */
const MAX_WAITING = 32;
/** Node reads up to 64 KiB of requests at once: a connection with so many unanswered ones is closed. */
const MAX_UNANSWERED = 128;

/** Handles the next request of a connection, and calls `end` once the response has closed. With `isTooMany` it is refused. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse, end: () => void, isTooMany: boolean) => void;

interface Pipeline {
  waiting: [IncomingMessage, ServerResponse][];
  /** Counts the unanswered requests since the connection was last idle. */
  unanswered: number;
  /** Ends the running request. */
  end: () => void;
}

/**
 * Runs pipelined requests one after another, so that a connection holds one slot; their answers leave in order anyway (RFC 9112, section
 * 9.3.2). If more than `MAX_WAITING` wait, the next one is refused and the connection closed.
 */
export function serializePipelined(handle: RequestHandler): (request: IncomingMessage, response: ServerResponse) => void {
  const pipelines = new WeakMap<Socket, Pipeline>();
  const next = (pipeline: Pipeline, socket: Socket): void => {
    const isTooMany = pipeline.waiting.length > MAX_WAITING;
    const nextRequest = pipeline.waiting.shift();
    pipeline.unanswered -= 1;
    if (nextRequest === undefined) return;
    // Nothing more runs after the last answer, or without a client.
    const isOver = socket.destroyed || socket.writableEnded;
    if (isOver || isTooMany) pipeline.waiting = [];
    if (!isOver) handle(...nextRequest, pipeline.end, isTooMany);
  };
  return (request, response) => {
    const { socket } = request;
    const pipeline: Pipeline = pipelines.get(socket) ?? { waiting: [], unanswered: 0, end: () => next(pipeline, socket) };
    if (pipeline.unanswered === 0) pipelines.set(socket, pipeline);
    pipeline.unanswered += 1;
    if (pipeline.unanswered === 1) handle(request, response, pipeline.end, false);
    else if (pipeline.unanswered > MAX_UNANSWERED) socket.destroy();
    else if (pipeline.waiting.length <= MAX_WAITING) pipeline.waiting.push([request, response]);
  };
}
