const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00A0',
  '&amp;': '&',
};

/** Plain text as HTML: a description is HTML in the API and plain text in the console's form. */
export const htmlOf = (text: string): string => text.replaceAll(/[&<>]/g, (one) => escapes[one]!);

/** HTML without markup as plain text. */
export const textOfHtml = (html: string): string => html.replaceAll(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => entities[entity]!);

export const hasMarkup = (html: string): boolean => html.includes('<');
