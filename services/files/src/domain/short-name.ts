const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The beginning of a name, with its extension, in at most so many bytes of UTF-8. No character is cut, joined emoji included. */
export function shortened(name: string, bytes: number): string {
  const [stem, extension] = splitName(name);
  const most = bytes - Buffer.byteLength(extension);
  if (Buffer.byteLength(stem) <= most) return name;
  let [length, used] = [0, 0];
  for (const { segment } of characters.segment(stem)) {
    used += Buffer.byteLength(segment);
    if (used > most) break;
    length += segment.length;
  }
  return stem.slice(0, length) + extension;
}

/** A name without its extension, and the extension with its dot. */
export function splitName(name: string): [stem: string, extension: string] {
  const [extension = ''] = /(?<=.)\.[^. ]{1,16}$/u.exec(name) ?? [];
  return [name.slice(0, name.length - extension.length), extension];
}
