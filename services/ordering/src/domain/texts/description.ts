import { invalid } from '@partner-ordering/kernel';
import sanitizeHtml from 'sanitize-html';

const MAX_LENGTH = 65_536;

/** The HTML that a brief needs. Nothing in it can be run by a browser. */
const safeHtml: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'h1', 'h2', 'h3', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  disallowedTagsMode: 'discard',
};

/** A text with only safe HTML left; 400 names `path` when the rest is empty or too long. */
export function sanitizeText(html: string, path: string): string {
  const text = sanitizeHtml(html, safeHtml);
  if (text.trim() === '') throw invalid({ path, message: 'is empty' });
  if (text.length > MAX_LENGTH) throw invalid({ path, message: `is longer than ${MAX_LENGTH} characters once its HTML is escaped` });
  return text;
}

/** The sanitized description of a project. */
export const sanitizeDescription = (html: string): string => sanitizeText(html, 'description');
