import { escapedHtml } from '@partner-ordering/kernel';

/** HTML that is safe: made by `html` alone. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A template of HTML. Texts in it are escaped; HTML and lists of it are not; undefined is nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[] | undefined)[]): Html {
  const inserted = values.map((value = '') =>
    typeof value === 'string'
      ? escapedHtml(value)
      : [value]
          .flat()
          .map(({ text }) => text)
          .join(''),
  );
  return new Html(String.raw({ raw: parts }, ...inserted));
}
