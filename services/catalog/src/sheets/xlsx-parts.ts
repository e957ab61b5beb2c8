import { posix } from 'node:path';
import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { faults } from '../faults.ts';
import { PRICE_SHEET, SheetFailure } from './sheet.ts';

const MAX_UNPACKED_MIB = 64;
const CHUNK_BYTES = 64 * 1024;
/** Far more than sheets have. The parser needs the square of it. */
const MAX_NESTING = 64;

/** Names of elements come without prefixes, which programs choose freely. */
export interface ElementHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  /** May come in several pieces. */
  text?(text: string): void;
  close?(name: string): void;
}

/** A reference of a part to another one. */
interface Relation {
  /** Last word of its type, such as `worksheet`: strict files have types of their own before it. */
  type: string;
  path: string;
}

/** The XML parts of an XLSX file. It unpacks only those that are read, and throws `SheetFailure` when they exceed 64 MiB in all. */
export class XlsxParts {
  readonly #content: Buffer;
  #unpackedBytes = 0;

  constructor(content: Buffer) {
    this.#content = content;
  }

  /** The parts that a part names, by their ids there; those of the file itself for ''. */
  relationsOf(path: string): Map<string, Relation> {
    const relations = new Map<string, Relation>();
    this.read(posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`), {
      open: (name, { Id, Type = '', Target = '' }) => {
        if (name !== 'Relationship' || Id === undefined) return;
        relations.set(Id, { type: posix.basename(Type), path: posix.resolve('/', posix.dirname(path), Target) });
      },
    });
    return relations;
  }

  read(path: string, handlers: ElementHandlers): void {
    for (const _ of this.readInSteps(path, handlers));
  }

  /** Reads a part, with a pause after each 64 KiB. */
  *readInSteps(path: string, handlers: ElementHandlers): Generator<void> {
    let depth = 0;
    const parser = new Parser(
      {
        onopentag: (name, attributes) => {
          if (++depth > MAX_NESTING) throw new Error(`${path} is nested too deeply`);
          handlers.open(withoutPrefix(name), attributes);
        },
        ontext: (text) => handlers.text?.(text),
        onclosetag: (name) => {
          depth--;
          handlers.close?.(withoutPrefix(name));
        },
      },
      { xmlMode: true },
    );
    for (const chunk of chunksOf(this.#unpacked(path))) {
      parser.write(chunk);
      yield;
    }
    if (depth > 0) throw new Error(`${path} ends too early`);
  }

  #unpacked(path: string): Uint8Array {
    const partName = plainName(path);
    const [part, ...duplicates] = Object.values(
      unzipSync(this.#content, {
        filter: ({ name, originalSize }) => {
          if (plainName(name) !== partName) return false;
          this.#unpackedBytes += originalSize;
          if (this.#unpackedBytes <= MAX_UNPACKED_MIB * 1024 * 1024) return true;
          throw new SheetFailure(faults.too_large_unpacked(PRICE_SHEET, { max: MAX_UNPACKED_MIB }));
        },
      }),
    );
    if (!part || duplicates.length > 0) throw new Error(`There is not one ${path}`);
    return part;
  }
}

/** Programs differ in the case of names, and some write them with backslashes. */
const plainName = (path: string): string => posix.join('/', path.replaceAll('\\', '/')).toLowerCase();

export const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

function* chunksOf(part: Uint8Array): Generator<string> {
  const decoder = new TextDecoder();
  for (let start = 0; start < part.length; start += CHUNK_BYTES)
    yield decoder.decode(part.subarray(start, start + CHUNK_BYTES), { stream: true });
}
