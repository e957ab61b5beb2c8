import { createElement, Fragment, type ReactNode } from 'react';
import { textOfHtml } from '../text/html.ts';

/** Texts of briefs may hold these; the API has left nothing else in them. */
const tags = ['p', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'h1', 'h2', 'h3'];
const parts = /<(?<end>\/?)(?<tag>[a-z]+\d?)(?: href="(?<href>[^"]*)")?[^>]*>|(?<text>[^<]+)/g;
/** As deep as the API allows; what it took before may be deeper. */
const MAX_NESTING = 16;
type OpenElement = { tag: string; href?: string | undefined; content: ReactNode[] };

/** The description of an order: simple HTML, built element by element, so that nothing in it can run. */
export function Prose({ html }: { html: string }) {
  const openElements: OpenElement[] = [{ tag: '', content: [] }];
  const close = (): void => {
    const { tag, href, content } = openElements.pop()!;
    const parentContent = openElements.at(-1)!.content;
    if (content !== parentContent) parentContent.push(elementOf(tag, href, content));
  };
  for (const { groups = {} } of html.matchAll(parts)) {
    const { end, tag = '', href, text } = groups;
    if (text !== undefined) openElements.at(-1)!.content.push(textOfHtml(text));
    else if (tag === 'br') openElements.at(-1)!.content.push(<br />);
    else if (end === '') openElements.push({ tag, href, content: openElements.length > MAX_NESTING ? openElements.at(-1)!.content : [] });
    else if (openElements.length > 1) close();
  }
  while (openElements.length > 1) close();
  return createElement('div', { className: 'prose' }, ...openElements[0]!.content);
}

function elementOf(tag: string, href: string | undefined, content: readonly ReactNode[]): ReactNode {
  if (tag === 'a' && href !== undefined && /^(?:https?:|mailto:|tel:)/i.test(href))
    return createElement('a', { href: textOfHtml(href), target: '_blank', rel: 'noreferrer' }, ...content);
  return createElement(tags.includes(tag) ? tag : Fragment, null, ...content);
}
