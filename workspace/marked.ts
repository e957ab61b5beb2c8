/**
 * A page with another text between its marks `<!-- name -->` and `<!-- /name -->`.
 *
 * @throws Error that names the missing mark
 */
export function withMarked(page: string, name: string, text: string): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`the page lacks ${from} … ${to}`);
  return `${page.slice(0, start)}${from}\n\n${text}\n\n${page.slice(end)}`;
}

/** A text as the cell of a table of Markdown. */
export const inCell = (text: string): string => text.replaceAll('|', '\\|');
