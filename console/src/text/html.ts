const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00A0',
  '&amp;': '&',
};

/** Text as HTML that reads the same: a description is HTML for the API, and text for whoever writes it here. */
export const htmlOf = (text: string): string => text.replaceAll(/[&<>]/g, (one) => escapes[one]!);

/** A text as it reads, of HTML without markup. */
export const textOfHtml = (html: string): string => html.replaceAll(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => entities[entity]!);

export const hasMarkup = (html: string): boolean => html.includes('<');
