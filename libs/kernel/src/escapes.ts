/** A text as it stands in HTML, also within quotes. */
export const escapedHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** Whether a JSON text holds an escaped NUL, which PostgreSQL cannot store. After an even number of backslashes `u0000` is plain text. */
export const holdsNul = (json: string): boolean => /(?<!\\)(?:\\\\)*\\u0000/.test(json);
