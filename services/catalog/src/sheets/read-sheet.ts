import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { spawnLimited } from '@partner-ordering/jobs';
import { faults } from '../faults.ts';
import { PRICE_SHEET, SheetFailure, type SheetLine, type SheetMessage } from './sheet.ts';

const program = join(import.meta.dirname, 'sheet-process.ts');
/** Its modules and those that they import. */
const reads = [
  '.',
  '../faults.ts',
  '../../../../libs/kernel/src/faults',
  '../../../../libs/kernel/src/texts',
  '../../../../node_modules',
].map((path) => join(import.meta.dirname, path));
/** Room for the texts of the largest XLSX file. With 150,000 prices the process takes 180 MiB in all (measured). */
const MAX_HEAP_MIB = 128;
/** Until the first line: that of a CSV file comes at once, that of an XLSX file when its texts are read. */
const FIRST_LINE_MS = 30_000;
/** Exit status of a process that an exception ends. Without memory it ends with a signal, or with another status. */
const UNCAUGHT = 1;

/** Reads the non-empty lines of a CSV or XLSX file in a child process. Throws `SheetFailure` if they cannot be read within its limits. */
export async function* sheetLines(content: readonly Buffer[], signal: AbortSignal, firstLineMs = FIRST_LINE_MS): AsyncGenerator<SheetLine> {
  signal.throwIfAborted();
  const reading = new AbortController();
  const child = spawnLimited({ program, reads, maxHeapMib: MAX_HEAP_MIB, signal: AbortSignal.any([signal, reading.signal]) });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const childEnd = Promise.all([closed, text(child.stderr)]);
  childEnd.catch(() => undefined);
  // It may end before it has read all.
  Readable.from(content).pipe(child.stdin.on('error', () => undefined));
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    child.kill('SIGKILL');
  }, firstLineMs);
  try {
    for await (const message of messagesOf(child.stdout)) {
      clearTimeout(timer);
      if ('failure' in message) throw new SheetFailure(message.failure);
      if ('isRead' in message) return;
      yield message;
    }
    const [[code], problem] = await childEnd;
    if (code === UNCAUGHT) throw new Error(`A sheet cannot be read: ${problem.slice(0, 500)}`);
    if (isTimedOut) throw new SheetFailure(faults.too_slow_to_read(PRICE_SHEET, { seconds: firstLineMs / 1000 }));
    throw new SheetFailure(faults.too_much_memory(PRICE_SHEET));
  } finally {
    clearTimeout(timer);
    reading.abort();
  }
}

async function* messagesOf(output: Readable): AsyncGenerator<SheetMessage> {
  let remainder = '';
  for await (const chunk of output.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (remainder + chunk).split('\n');
    remainder = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as SheetMessage;
  }
}
