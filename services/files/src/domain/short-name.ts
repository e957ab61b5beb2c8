import { beginningOf } from '@partner-ordering/kernel';

/** The beginning of a name, with its extension, in at most so many bytes of UTF-8. No character is cut, joined emoji included. */
export function shortened(name: string, bytes: number): string {
  const [stem, extension] = splitName(name);
  return beginningOf(stem, bytes - Buffer.byteLength(extension), Buffer.byteLength) + extension;
}

/** A name without its extension, and the extension with its dot. */
export function splitName(name: string): [stem: string, extension: string] {
  const [extension = ''] = /(?<=.)\.[^. ]{1,16}$/u.exec(name) ?? [];
  return [name.slice(0, name.length - extension.length), extension];
}
