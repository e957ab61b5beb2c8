import { createElement, Fragment, type ReactNode } from 'react';
import { textOfHtml } from '../text/html.ts';

/** Texts of briefs may hold these; the API has left nothing else in them. */
const tags = ['p', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'h1', 'h2', 'h3'];
const parts = /<(?<end>\/?)(?<tag>[a-z]+\d?)(?: href="(?<href>[^"]*)")?[^>]*>|(?<text>[^<]+)/g;
/** As deep as the API allows; what it took before may be deeper. */
const MAX_NESTING = 16;
type Open = { tag: string; href?: string | undefined; inside: ReactNode[] };

/** The description of an order: simple HTML, built element by element, so that nothing in it can run. */
export function Prose({ html }: { html: string }) {
  const open: Open[] = [{ tag: '', inside: [] }];
  const close = (): void => {
    const { tag, href, inside } = open.pop()!;
    const around = open.at(-1)!.inside;
    if (inside !== around) around.push(elementOf(tag, href, inside));
  };
  for (const { groups = {} } of html.matchAll(parts)) {
    const { end, tag = '', href, text } = groups;
    if (text !== undefined) open.at(-1)!.inside.push(textOfHtml(text));
    else if (tag === 'br') open.at(-1)!.inside.push(<br />);
    else if (end === '') open.push({ tag, href, inside: open.length > MAX_NESTING ? open.at(-1)!.inside : [] });
    else if (open.length > 1) close();
  }
  while (open.length > 1) close();
  return createElement('div', { className: 'prose' }, ...open[0]!.inside);
}

function elementOf(tag: string, href: string | undefined, inside: readonly ReactNode[]): ReactNode {
  if (tag === 'a' && href !== undefined && /^(?:https?:|mailto:)/i.test(href))
    return createElement('a', { href: textOfHtml(href), target: '_blank', rel: 'noreferrer' }, ...inside);
  return createElement(tags.includes(tag) ? tag : Fragment, null, ...inside);
}
