import { invalid, isVisible } from '@partner-ordering/kernel';
import { Parser, type Handler } from 'htmlparser2';
import { faults } from '../../faults.ts';
import { breakingTags, isBlock, isHidden, isPreformatted, safeBlocks, safeTagsOf } from './safe-tags.ts';

const MAX_LENGTH = 65_536;
/** Reading takes up to a microsecond for a tag. A long brief in Word's HTML has some 3,000, one in references to its letters 9,000. */
const MAX_TAGS = 5_000;
const MAX_ENTITIES = 10_000;
/** Browsers and what builds their pages run out of stack. */
const MAX_NESTING = 16;

const safeSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);
/** The elements that end where another begins right in them (HTML, 13.1.2.4). */
const endedBy: Readonly<Record<string, readonly string[]>> = {
  ...{ p: ['p'], blockquote: ['p'], ol: ['p'], ul: ['p'], li: ['li'], a: ['a'] },
  ...{ h1: ['p', 'h1', 'h2', 'h3'], h2: ['p', 'h1', 'h2', 'h3'], h3: ['p', 'h1', 'h2', 'h3'] },
};

/** A project's description with only safe HTML left; 400 when nothing is left to read, or too much. */
export function sanitizeDescription(html: string): string {
  refuseTooMuch(html);
  const safe = new SafeHtml();
  new Parser(safe).end(withTextEscaped(html));
  // What was read can be written back.
  refuseTooMuch(safe.html);
  const text = safe.isPasted ? withoutSpacing(safe.html) : safe.html;
  // Tags alone show nothing.
  if (!isVisible(text.replaceAll(/<[^>]*>/g, ''))) throw invalid(faults.blank('description'));
  if (text.length > MAX_LENGTH) throw invalid(faults.too_long_as_html('description', { max: MAX_LENGTH }));
  return text;
}

function refuseTooMuch(html: string): void {
  if (countOf('<', html) > MAX_TAGS) throw invalid(faults.too_many_tags('description', { max: MAX_TAGS }));
  if (countOf('&', html) > MAX_ENTITIES) throw invalid(faults.too_many_entities('description', { max: MAX_ENTITIES }));
}

const countOf = (character: string, text: string): number => text.split(character).length - 1;

/** A `<` without a tag's name after it: in `<sales@example.com>`, `<https://…>`, `<3`. `</o:p>` and comments are tags. */
const noTags = /<(?!\/?[a-z][\w:-]*(?:\s|\/?>)|[!?])/gi;

/** Elements in which a parser reads no tags, and the title of a document: without its end, a parser would take all that follows for it. */
const rawTags = /<title(?=[\s>])[^<>]*>[^<]*<\/title>|<\/?(?:iframe|noembed|noframes|plaintext)(?=[\s/>])[^<>]*>/gi;

/** Writes a `<` of the text as `&lt;`. Without it, a parser drops what follows up to the next `>`, or all of it. */
function withTextEscaped(html: string): string {
  const end = html.lastIndexOf('>') + 1;
  return html.slice(0, end).replaceAll(rawTags, '').replaceAll(noTags, '&lt;') + html.slice(end).replaceAll('<', '&lt;');
}

/** In the HTML that programs copy, line breaks are blanks, which are not shown beside blocks. The console shows those of other texts. */
const withoutSpacing = (html: string): string =>
  html.replaceAll(/[\t\n\f\r ]+/g, ' ').replaceAll(/ ?(<(?:\/?(?:p|ul|ol|li|blockquote|h[1-3])|br \/)>|^|$) ?/g, '$1');

interface SafeElement {
  name: string;
  isOpen: boolean;
}

/**
 * Writes what a parser reads. Nothing but safe tags can come out: all text is escaped, and a link's address is the only attribute. Where
 * tags between them went, an element may begin in one that it ends; so a second pass reads the same.
 */
class SafeHtml implements Partial<Handler> {
  html = '';
  /** It has blocks that become line breaks, or blocks with a class or style, as what programs copy. What comes out has none. */
  isPasted = false;
  #text = '';
  /** It is the text of a `sup` right after a digit. */
  #isRaised = false;
  readonly #begun: { elements: SafeElement[]; isBlock: boolean; isPreformatted: boolean }[] = [];
  readonly #open: SafeElement[] = [];
  #hiddenLevels = 0;
  #preformattedLevels = 0;
  #hasLineText = false;
  /** A block that is not written began or ended after text. The break is written once something follows. */
  #isBreakDue = false;

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const isRaised = name === 'sup' && /\d$/.test(this.#text);
    this.#endText();
    this.#isRaised = isRaised;
    const { style = '', href } = attributes;
    if (this.#hiddenLevels > 0 || isHidden(name, style)) {
      this.#hiddenLevels += 1;
      return;
    }
    const isLine = isBlock(name, style);
    this.isPasted ||= breakingTags.has(name) || (isLine && (style !== '' || attributes['class'] !== undefined));
    if (isLine) this.#endLine();
    const begun = {
      elements: safeTagsOf(name, style, this.#open).flatMap((tag) => this.#begin(tag, href)),
      isBlock: isLine,
      isPreformatted: isPreformatted(name, style),
    };
    this.#begun.push(begun);
    this.#preformattedLevels += Number(begun.isPreformatted);
    // Gmail's emojis are images.
    if (name === 'img' && attributes['data-emoji'] !== undefined) this.#text = attributes['alt'] ?? '';
  }

  ontext(text: string): void {
    if (this.#hiddenLevels === 0) this.#text += text;
  }

  onclosetag(): void {
    this.#endText();
    if (this.#hiddenLevels > 0) {
      this.#hiddenLevels -= 1;
      return;
    }
    // A tag that is cut at the end of the text ends without having begun.
    const { elements = [], isBlock: wasBlock = false, isPreformatted: wasPreformatted = false } = this.#begun.pop() ?? {};
    for (const { isOpen } of elements.reverse()) if (isOpen) this.#end();
    this.#preformattedLevels -= Number(wasPreformatted);
    if (wasBlock) this.#endLine();
  }

  onend(): void {
    this.#endText();
  }

  #begin(tag: string, href: string | undefined): SafeElement[] {
    while (endedBy[tag]?.includes(this.#open.at(-1)?.name ?? '')) this.#end();
    if (this.#open.length >= MAX_NESTING && tag !== 'br') return [];
    if (safeBlocks.has(tag)) this.#beginLine();
    else if (this.#isBreakDue) this.#break();
    if (tag === 'br') {
      this.#break();
      return [];
    }
    const element = { name: tag, isOpen: true };
    this.#open.push(element);
    const address = tag === 'a' && href !== undefined && isSafe(href) ? ` href="${escaped(href).replaceAll('"', '&quot;')}"` : '';
    this.html += `<${tag}${address}>`;
    return [element];
  }

  #end(): void {
    const element = this.#open.pop()!;
    element.isOpen = false;
    this.html += `</${element.name}>`;
    if (safeBlocks.has(element.name)) this.#beginLine();
  }

  #endText(): void {
    const text = this.#isRaised ? this.#text.replace(/^\d/, '^$&') : this.#text;
    this.#isRaised = false;
    this.#text = '';
    if (text === '' || (this.#isBreakDue && !isShown(text))) return;
    if (this.#isBreakDue) this.#break();
    const end = this.#preformattedLevels > 0 ? text.lastIndexOf('\n') + 1 : 0;
    this.html += escaped(text.slice(0, end)).replaceAll('\n', this.#lineBreak) + escaped(text.slice(end));
    this.#hasLineText = (end === 0 && this.#hasLineText) || isShown(text.slice(end));
  }

  get #lineBreak(): string {
    return this.#open.length < MAX_NESTING ? '<br />' : ' ';
  }

  #endLine(): void {
    this.#isBreakDue ||= this.#hasLineText;
  }

  #break(): void {
    this.html += this.#lineBreak;
    this.#beginLine();
  }

  #beginLine(): void {
    this.#hasLineText = false;
    this.#isBreakDue = false;
  }
}

const isShown = (text: string): boolean => /[^\t\n\f\r ]/.test(text);

const isSafe = (href: string): boolean => safeSchemes.has(URL.parse(href, 'https://any.example')?.protocol ?? '');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
