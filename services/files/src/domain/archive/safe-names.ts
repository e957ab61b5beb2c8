import { shortened, splitName } from '../short-name.ts';

const MOST_BYTES = 200;

/** Names that Windows keeps for devices, also with an extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)/i;

/**
 * The names of an archive's entries, `<folder>/<name>`, in order: each is one that Windows, macOS and Linux take, and distinct there, where
 * letters may differ by case or be composed of several characters.
 */
export function entryNames(files: readonly { folder: string; name: string }[]): string[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return files.map(({ folder, name }) => {
    const safe = safeName(name);
    const key = folded(`${folder}/${safe}`);
    for (let number = next.get(key) ?? 1; ; number += 1) {
      const entry = `${folder}/${number === 1 ? safe : numbered(safe, number)}`;
      if (taken.has(folded(entry))) continue;
      taken.add(folded(entry));
      next.set(key, number + 1);
      return entry;
    }
  });
}

const folded = (name: string): string => name.normalize('NFKC').toLowerCase().toUpperCase();

/**
 * Without what some file system refuses: separators, control characters, a blank or dot at the end, names of devices, great length; and
 * without semicolons, as unzip takes one at the end for the beginning of a version.
 */
function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}<>:;"/\\|?*]/gu, '_')
    .trim();
  const short = shortened(plain, MOST_BYTES).replace(/[. ]+$/, '');
  return short === '' || device.test(short) ? `_${short}` : short;
}

/** `logo.png` becomes `logo (2).png`. */
function numbered(name: string, number: number): string {
  const [stem, extension] = splitName(name);
  return `${stem} (${number})${extension}`;
}
