import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;

const COLLECT_AFTER_BYTES = 8 * 1024 * 1024;
let collect: Collect | undefined;
let sinceLast = 0;

/**
 * To be told of each chunk of a large stream. Chunks lie outside V8's heap, by whose growth it decides when to collect: without this,
 * 100 MB of read chunks pile up during a transfer. A collection of the young costs about a millisecond.
 */
export function streamed(bytes: number): void {
  sinceLast += bytes;
  if (sinceLast < COLLECT_AFTER_BYTES) return;
  sinceLast = 0;
  collect ??= exposeCollector();
  collect({ type: 'minor' });
}

function exposeCollector(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
