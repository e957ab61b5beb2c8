import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests may wait on a connection behind the one that runs. */
const MAX_WAITING = 32;
/** Node keeps whatever it has read, up to 64 KiB of requests at once: a connection with so many unanswered ones is cut. */
const CUT_AT = 128;

/** The turn of a request on its connection. */
export interface Turn {
  /** It is to be refused, and its connection closed. */
  isTooMany: boolean;
  /** To be called when the response has closed. */
  end: () => void;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse, turn: Turn) => void;

interface Pipeline {
  socket: Socket;
  waiting: [IncomingMessage, ServerResponse][];
  /** Counts what came since the connection was last idle and has no answer. */
  unanswered: number;
  handle: RequestHandler;
}

/**
 * Runs pipelined requests one after another, so that a connection holds the place of one; their answers have to leave in order anyway
 * (RFC 9112, section 9.3.2). When more than `MAX_WAITING` wait, the next one is refused and the connection closed.
 */
export function oneAfterAnother(handle: RequestHandler): (request: IncomingMessage, response: ServerResponse) => void {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return (request, response) => {
    const { socket } = request;
    const running = pipelines.get(socket);
    if (running === undefined || running.unanswered === 0) {
      const pipeline = running ?? { socket, waiting: [], unanswered: 0, handle };
      if (running === undefined) pipelines.set(socket, pipeline);
      pipeline.unanswered = 1;
      begin(pipeline, request, response, false);
      return;
    }
    running.unanswered += 1;
    if (running.unanswered > CUT_AT) socket.destroy();
    else if (running.waiting.length <= MAX_WAITING) running.waiting.push([request, response]);
  };
}

function begin(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse, isTooMany: boolean): void {
  pipeline.handle(request, response, { isTooMany, end: () => next(pipeline) });
}

function next(pipeline: Pipeline): void {
  const isTooMany = pipeline.waiting.length > MAX_WAITING;
  const following = pipeline.waiting.shift();
  pipeline.unanswered -= 1;
  if (following === undefined) return;
  // After the last answer, or without a client, nothing more runs.
  if (pipeline.socket.destroyed || pipeline.socket.writableEnded || isTooMany) pipeline.waiting = [];
  if (!pipeline.socket.destroyed && !pipeline.socket.writableEnded) begin(pipeline, ...following, isTooMany);
}
