/** The HTML that a brief needs. Nothing in it can be run by a browser. */
const safeTags = new Set(['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'h1', 'h2', 'h3', 'a']);
/** Those that begin and end a line. */
export const safeBlocks = new Set(['p', 'ul', 'ol', 'li', 'blockquote', 'h1', 'h2', 'h3']);
/** Elements whose text is not for readers. The text of all others stays. */
const hiddenTags = new Set(['script', 'style', 'textarea', 'option', 'xmp']);

/** Tags that begin and end a line and are not safe. */
export const breakingTags = new Set([
  ...['address', 'article', 'aside', 'center', 'dd', 'details', 'div', 'dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer', 'form'],
  ...['header', 'hr', 'html', 'body', 'legend', 'main', 'nav', 'pre', 'section', 'summary'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]);

const lowHeadings = new Set(['h4', 'h5', 'h6']);
/** The nearest safe form of other tags that are more than text. */
const nearest = new Map(Object.entries({ th: 'b', del: 's', strike: 's', ins: 'u' }));

const declares = (property: string, values: string): RegExp => new RegExp(String.raw`(?:^|;)\s*${property}\s*:\s*(?:${values})`, 'i');
const formats = [
  { tags: ['b', 'strong'], around: ['h1', 'h2', 'h3'], property: 'font-weight', begins: 'bold|[6-9]00', ends: 'normal|[1-5]00' },
  { tags: ['i', 'em'], around: [], property: 'font-style', begins: 'italic|oblique', ends: 'normal' },
  { tags: ['u'], around: ['a'], property: 'text-decoration(?:-line)?', begins: '(?:[a-z-]+ )*underline', ends: 'none' },
  { tags: ['s'], around: [], property: 'text-decoration(?:-line)?', begins: '(?:[a-z-]+ )*line-through', ends: 'none' },
].map(({ tags, around, property, begins, ends }) => ({
  ...{ tags, shownIn: [...tags, ...around] },
  ...{ begins: declares(property, begins), ends: declares(property, ends) },
}));
/** Those in which no text stands. */
const unformatted = new Set(['br', 'ul', 'ol']);
/** Google Docs gives an item the weight of its bullet. */
const bullet = declares('list-style-type', '');
const hiding = declares('display', 'none');
const blocking = declares('display', 'block|flex|flow-root|grid|list-item|table');
const preformatting = declares('white-space(?:-collapse)?', 'pre|break-spaces');

/** The safe tags that an element within the `open` ones becomes, outermost first. */
export function safeTagsOf(name: string, style: string, open: readonly { name: string }[]): readonly string[] {
  if (lowHeadings.has(name)) return ['p', 'b'];
  const own = nearest.get(name) ?? name;
  const isKept = safeTags.has(own) && !formats.some(({ tags, ends }) => tags.includes(own) && ends.test(style));
  const kept = isKept ? [own] : [];
  if (style === '' || unformatted.has(name) || (name === 'li' && bullet.test(style))) return kept;
  const present = [...open.map((element) => element.name), ...kept];
  const added = formats.filter(({ begins, shownIn }) => begins.test(style) && !present.some((tag) => shownIn.includes(tag)));
  return [...kept, ...added.map(({ tags }) => tags[0]!)];
}

/** Whether it begins and ends a line. */
export const isBlock = (name: string, style: string): boolean =>
  safeBlocks.has(name) || lowHeadings.has(name) || breakingTags.has(name) || (name !== 'br' && blocking.test(style));

export const isHidden = (name: string, style: string): boolean => hiddenTags.has(name) || hiding.test(style);

/** Whether the line breaks of its text are shown. */
export const isPreformatted = (name: string, style: string): boolean => name === 'pre' || preformatting.test(style);
