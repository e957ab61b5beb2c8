/** Control characters, halves of characters, and what turns the direction of text: with it `gpj.exe` is shown as `exe.jpg`. */
const unseen = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A file's name without folders and without unseen characters. */
export function fileName(given: string): string {
  const last = given.split(/[\\/]/).at(-1)!;
  // Browsers encode a quotation mark like this.
  const name = last.replaceAll('%22', '"').replace(unseen, '').trim();
  return [...name].slice(0, 200).join('') || 'file';
}
