import { fork } from 'node:child_process';
import { join } from 'node:path';

/** A process that carries out orders one by one and ends with ours. Its CPU time does not count for the measured process. */
export interface Worker<Order, Result> {
  run(order: Order): Promise<Result>;
}

type Reply<Result> = { result: Result } | { error: string };

/** Starts a file of this folder that calls `answerParent`. */
export function startWorker<Order extends object | string, Result>(file: string): Worker<Order, Result> {
  const child = fork(join(import.meta.dirname, file), { execArgv: [] });
  const exit = new Promise<never>((_, reject) => child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`))));
  exit.catch(() => undefined);
  return {
    run: (order) => {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      child.once('message', (reply: Reply<Result>) => ('result' in reply ? resolve(reply.result) : reject(new Error(reply.error))));
      child.send(order);
      return Promise.race([promise, exit]);
    },
  };
}

/** Carries out each order of the process that started this one. */
export function answerParent<Order, Result>(run: (order: Order) => Promise<Result>): void {
  process.on('message', (order: Order) => {
    run(order).then(
      (result) => process.send!({ result }),
      (error: unknown) => process.send!({ error: error instanceof Error ? error.stack : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}
