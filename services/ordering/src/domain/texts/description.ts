import { invalid } from '@partner-ordering/kernel';
import sanitizeHtml from 'sanitize-html';
import { faults } from '../../faults.ts';

const MAX_LENGTH = 65_536;

/** The HTML that a brief needs. Nothing in it can be run by a browser. */
const safeHtml: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'h1', 'h2', 'h3', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  disallowedTagsMode: 'discard',
};
/** Browsers and what builds their pages run out of stack. */
const MAX_NESTING = 16;

/** A project's description with only safe HTML left; 400 when nothing is left to read, or too much. */
export function sanitizeDescription(html: string): string {
  const escaped = withTextEscaped(html);
  const safe = sanitizeHtml(escaped, safeHtml);
  // Each level but `<br />` has an end tag. Tags that went, such as the tables of a pasted mail, do not count as levels.
  const isUnchanged = safe === escaped && safe.split('</').length <= MAX_NESTING;
  const text = isUnchanged ? safe : sanitizeHtml(safe, { ...safeHtml, nestingLimit: MAX_NESTING });
  // Tags alone show nothing, nor does a space that does not break.
  if (text.replaceAll(/<[^>]*>|&nbsp;/g, '').trim() === '') throw invalid(faults.blank('description'));
  if (text.length > MAX_LENGTH) throw invalid(faults.too_long_as_html('description', { max: MAX_LENGTH }));
  return text;
}

/** A `<` without a tag's name after it: in `<sales@example.com>`, `<https://…>`, `<3`. `</o:p>` and comments are tags. */
const noTags = /<(?!\/?[a-z][\w:-]*(?:\s|\/?>)|[!?])/gi;

/** Writes a `<` of the text as `&lt;`. Without it, a parser drops what follows up to the next `>`, or all of it. */
function withTextEscaped(html: string): string {
  const end = html.lastIndexOf('>') + 1;
  return html.slice(0, end).replaceAll(noTags, '&lt;') + html.slice(end).replaceAll('<', '&lt;');
}
