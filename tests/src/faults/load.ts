import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { gidOf, type ApiClient, type ApiResponse } from '@partner-ordering/testing';
import { orderOf, type Offer } from '../orders.ts';
import { uploadPicture } from '../requests.ts';

/** The customer, and the product to order. */
export interface Customers {
  user: ApiClient;
  /** The user with the right to upload. */
  uploader: ApiClient;
  admin: ApiClient;
  offer: Offer;
  worker: { gid: string };
}

/** An acknowledged order with a unique title. */
export interface Order {
  title: string;
  gid: string;
  isFinished: boolean;
}

/** Places and finishes orders repeatedly until `stop`. */
export interface Load {
  readonly orders: readonly Order[];
  /** Answers other than success, and missing ones, before the acknowledgement. */
  readonly refusals: readonly string[];
  /** The longest time between a refusal and the acknowledgement of the same request. */
  readonly longestOutageMs: number;
  /** Lets running orders finish. Throws the error of a failed lane. */
  stop(): Promise<void>;
}

const TIMEOUT_MS = 90_000;
/** Repeats must leave the two cores to restarting services. */
const RETRY_MS = 250;

/** Places orders in lanes, from a picture to the winner. Repeats each request with its key until it is acknowledged. */
export function startLoad({ user, uploader, admin, offer, worker }: Customers, { lanes = 3, restMs = 0 } = {}): Load {
  const orders: Order[] = [];
  const refusals: string[] = [];
  let longestOutageMs = 0;
  let isOver = false;

  async function sendUntilAcknowledged<Result>(send: (options: { headers: Record<string, string> }) => Promise<Result>): Promise<Result> {
    const options = { headers: { 'idempotency-key': randomUUID() } };
    let refusedAt: number | undefined;
    for (const end = performance.now() + TIMEOUT_MS; ; await delay(RETRY_MS)) {
      try {
        const result = await send(options);
        if (refusedAt !== undefined) longestOutageMs = Math.max(longestOutageMs, performance.now() - refusedAt);
        return result;
      } catch (error) {
        refusedAt ??= performance.now();
        if (!(error instanceof RefusedError)) refusals.push(String(error));
        else if (error.isFinal) throw error;
        else refusals.push(error.message);
        if (performance.now() > end) throw error;
      }
    }
  }

  const create = (client: ApiClient, path: string, body: object): Promise<string> =>
    sendUntilAcknowledged(async (options) => gidOf((await acknowledged(path, client.post(path, body, options))).headers.get('location')!));

  async function order(): Promise<void> {
    const picture = await sendUntilAcknowledged(() => uploadPicture({ signIn: () => Promise.resolve(uploader) }));
    const title = randomUUID();
    const gid = await create(user, '/v1/projects', orderOf(offer, { title, state: 'published', brief_files: [{ url: picture }] }));
    const projectOrder: Order = { title, gid, isFinished: false };
    orders.push(projectOrder);
    const work = await create(admin, '/v1/works', { project: { gid }, worker });
    const path = `/v1/projects/${gid}`;
    await sendUntilAcknowledged(async () => {
      const answer = await user.put(path, { winner: { gid: work } });
      // A repeat after a lost acknowledgement is refused, since the project is finished.
      if (answer.status === 400 && (await acknowledged(path, user.get(path))).body.status === 'finished') return;
      await acknowledged(path, Promise.resolve(answer));
    });
    projectOrder.isFinished = true;
  }

  const lane = async (): Promise<void> => {
    for (; !isOver; await delay(restMs)) await order();
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  running.catch(() => (isOver = true)); // `stop` throws it
  return {
    orders,
    refusals,
    get longestOutageMs() {
      return longestOutageMs;
    },
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

class RefusedError extends Error {
  readonly isFinal: boolean;

  constructor(path: string, { status, body }: ApiResponse) {
    super(`${status} ${path}: ${JSON.stringify(body).slice(0, 300)}`);
    this.isFinal = status < 500 && status !== 409 && status !== 429;
  }
}

async function acknowledged(path: string, request: Promise<ApiResponse>): Promise<ApiResponse> {
  const answer = await request;
  if (answer.status >= 300) throw new RefusedError(path, answer);
  return answer;
}
