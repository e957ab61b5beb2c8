/** Control characters, halves of characters, and what turns the direction of text: with it `gpj.exe` is shown as `exe.jpg`. */
const unseen = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A file's name as it may be shown: without characters that are not seen and change what is. */
export const shownName = (name: string): string => name.replace(unseen, '');
