import type { Dispatcher } from 'undici';

/** A whole answer. */
export interface Answer {
  status: number;
  text: string;
}

/** No answer came, or not the whole of it. */
export class NoAnswerError extends Error {
  /** Whether the instance may have received the request. */
  readonly wasSent: boolean;

  constructor(why: string, wasSent: boolean, cause?: unknown) {
    super(why, { cause });
    this.wasSent = wasSent;
  }
}

/** One request to one instance, as undici's handler: without the streams of `fetch`, whose work is most of a small call's. */
export class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #settled = Promise.withResolvers<Answer>();
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #controller: Dispatcher.DispatchController | undefined;
  #isCanceled = false;

  /** Rejects with a `NoAnswerError`. */
  get answer(): Promise<Answer> {
    return this.#settled.promise;
  }

  /** Ends the request at once, even while its connection is still being opened. */
  cancel(why: string): void {
    this.#isCanceled = true;
    this.#settled.reject(new NoAnswerError(why, this.#controller !== undefined));
    this.#controller?.abort(new Error(why));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isCanceled) controller.abort(new Error('The request was canceled'));
    else this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#settled.resolve({ status: this.#status, text: Buffer.concat(this.#chunks).toString() });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: NodeJS.ErrnoException): void {
    // The failure of several addresses has a code only.
    this.#settled.reject(new NoAnswerError(error.message || String(error.code), this.#controller !== undefined, error));
  }
}
