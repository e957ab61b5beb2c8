import { invalid } from '@partner-ordering/kernel';
import { Parser, type Handler } from 'htmlparser2';
import { faults } from '../../faults.ts';

const MAX_LENGTH = 65_536;
/** Reading takes up to a microsecond for a tag. A long brief in Word's HTML has some 3,000, one in references to its letters 9,000. */
const MAX_TAGS = 5_000;
const MAX_ENTITIES = 10_000;
/** Browsers and what builds their pages run out of stack. */
const MAX_NESTING = 16;

/** The HTML that a brief needs. Nothing in it can be run by a browser. */
const safeTags = new Set(['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'h1', 'h2', 'h3', 'a']);
const safeSchemes = new Set(['http:', 'https:', 'mailto:']);
/** Elements whose text is not for readers. The tags of all others go, and their text stays. */
const hiddenTags = new Set(['script', 'style', 'textarea', 'option', 'xmp']);
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
  const text = safe.html;
  // Tags alone show nothing.
  if (text.replaceAll(/<[^>]*>/g, '').trim() === '') throw invalid(faults.blank('description'));
  if (text.length > MAX_LENGTH) throw invalid(faults.too_long_as_html('description', { max: MAX_LENGTH }));
  // What was read can be written back.
  refuseTooMuch(text);
  return text;
}

function refuseTooMuch(html: string): void {
  if (countOf('<', html) > MAX_TAGS) throw invalid(faults.too_many_tags('description', { max: MAX_TAGS }));
  if (countOf('&', html) > MAX_ENTITIES) throw invalid(faults.too_many_entities('description', { max: MAX_ENTITIES }));
}

const countOf = (character: string, text: string): number => text.split(character).length - 1;

/** A `<` without a tag's name after it: in `<sales@example.com>`, `<https://…>`, `<3`. `</o:p>` and comments are tags. */
const noTags = /<(?!\/?[a-z][\w:-]*(?:\s|\/?>)|[!?])/gi;

/** Elements in which a parser reads no tags. */
const rawTags = /<\/?(?:iframe|noembed|noframes|plaintext)(?=[\s/>])[^<>]*>/gi;

/** Writes a `<` of the text as `&lt;`. Without it, a parser drops what follows up to the next `>`, or all of it. */
function withTextEscaped(html: string): string {
  const end = html.lastIndexOf('>') + 1;
  return html.slice(0, end).replaceAll(rawTags, '').replaceAll(noTags, '&lt;') + html.slice(end).replaceAll('<', '&lt;');
}

/**
 * Writes what a parser reads. Nothing but safe tags can come out: all text is escaped, and a link's address is the only attribute. Where
 * tags between them went, an element may begin in one that it ends; so a second pass reads the same.
 */
class SafeHtml implements Partial<Handler> {
  html = '';
  #text = '';
  /** A safe tag's attributes are read, and its `>` is not written yet. */
  #isInTag = false;
  /** It is that of a link without an address so far. */
  #takesAddress = false;
  readonly #begun: { name: string; isOpen: boolean }[] = [];
  readonly #open: { name: string; isOpen: boolean }[] = [];
  #hiddenLevels = 0;

  onopentagname(name: string): void {
    this.#endText();
    if (this.#hiddenLevels > 0 || hiddenTags.has(name)) this.#hiddenLevels += 1;
    else if (safeTags.has(name)) this.#begin(name);
  }

  onattribute(name: string, value: string): void {
    if (!this.#takesAddress || name !== 'href' || !safeSchemes.has(URL.parse(value, 'https://any.example')?.protocol ?? '')) return;
    this.html += ` href="${escaped(value).replaceAll('"', '&quot;')}"`;
    this.#takesAddress = false;
  }

  ontext(text: string): void {
    if (this.#hiddenLevels === 0) this.#text += text;
  }

  onclosetag(name: string): void {
    this.#endText();
    if (this.#hiddenLevels > 0) this.#hiddenLevels -= 1;
    else if (name !== 'br' && safeTags.has(name) && this.#begun.pop()!.isOpen) this.#end();
  }

  onend(): void {
    this.#endText();
  }

  #begin(name: string): void {
    while (endedBy[name]?.includes(this.#open.at(-1)?.name ?? '')) this.#end();
    const isOpen = this.#open.length < MAX_NESTING;
    if (name === 'br') this.html += isOpen ? '<br />' : '';
    else {
      const element = { name, isOpen };
      this.#begun.push(element);
      if (!isOpen) return;
      this.#open.push(element);
      this.html += `<${name}`;
      this.#isInTag = true;
      this.#takesAddress = name === 'a';
    }
  }

  #end(): void {
    const element = this.#open.pop()!;
    element.isOpen = false;
    this.html += `</${element.name}>`;
  }

  #endText(): void {
    if (this.#isInTag) this.html += '>';
    this.#isInTag = false;
    this.#takesAddress = false;
    this.html += escaped(this.#text);
    this.#text = '';
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
