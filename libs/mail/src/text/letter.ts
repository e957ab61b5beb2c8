import { bilingual, both, escapedHtml, plainText, type Language } from '@partner-ordering/kernel';

/** A mail's content in one language. All texts are plain and of one line; names in them are `isolated` (libs/kernel). */
export interface Letter {
  language: Language;
  subject: string;
  paragraphs: readonly string[];
  /** Lines below the paragraphs, each with where it leads. */
  list?: readonly { text: string; url?: string | undefined }[];
  /** The button. */
  action?: { label: string; url: string };
  /** Smaller text below the button. */
  notes?: readonly string[];
}

const MAX_SUBJECT_LENGTH = 200;

const labels = bilingual({
  orOpen: both('If the button does not work, open this link:', 'Si le bouton ne fonctionne pas, ouvrez ce lien :'),
  automatic: both('This email was sent automatically.', 'Cet e-mail a été envoyé automatiquement.'),
});

/** Renders a letter as plain text and as HTML. `sender` is the name under which it ends. */
export function renderLetter(letter: Letter, sender: string): { subject: string; text: string; html: string } {
  const clean = cleaned(letter);
  return { subject: clean.subject, text: plainTextOf(clean, oneLine(sender)), html: htmlOf(clean, oneLine(sender)) };
}

/** Names come from clients. */
const oneLine = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ').trim();

/** A text in HTML, in which isolates are elements. */
const inHtml = (text: string): string => escapedHtml(text).replaceAll('\u2068', '<bdi>').replaceAll('\u2069', '</bdi>');

const cleaned = ({ language, subject, paragraphs, list = [], action, notes = [] }: Letter) => ({
  language,
  subject: plainText(oneLine(subject).slice(0, MAX_SUBJECT_LENGTH)),
  paragraphs: paragraphs.map(oneLine),
  list: list.map(({ text, url }) => ({ text: oneLine(text), url })),
  action: action && { label: oneLine(action.label), url: action.url },
  notes: notes.map(oneLine),
});

function plainTextOf({ language, paragraphs, list, action, notes }: ReturnType<typeof cleaned>, sender: string): string {
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  const lines = list.length > 0 ? [list.map(({ text, url }) => `- ${text}${url === undefined ? '' : `\n  ${url}`}`).join('\n')] : [];
  return `${[...paragraphs, ...lines, ...link, ...notes, `-- \n${sender}\n${labels[language].automatic}`].join('\n\n')}\n`;
}

// Mail programs read styles of elements, and little else.
const styles = {
  body: 'margin:0;padding:24px 12px;background:#f3f4f6;',
  card: "max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px;color:#1f2937;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Arial,sans-serif;",
  heading: 'margin:0 0 16px;font-size:22px;line-height:1.3;',
  paragraph: 'margin:0 0 16px;',
  button: 'display:inline-block;padding:12px 24px;background:#1d4ed8;border-radius:6px;color:#ffffff;font-weight:600;text-decoration:none;',
  small: 'margin:0 0 12px;color:#4b5563;font-size:14px;',
  link: 'color:#1d4ed8;overflow-wrap:anywhere;',
  foot: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #e5e7eb;color:#4b5563;font-size:13px;',
} as const;

function htmlOf({ language, subject, paragraphs, list, action, notes }: ReturnType<typeof cleaned>, sender: string): string {
  const { orOpen, automatic } = labels[language];
  const line = (style: keyof typeof styles, html: string): string => `<p style="${styles[style]}">${html}</p>`;
  const href = action && escapedHtml(action.url);
  const linked = (html: string, url: string | undefined): string =>
    url === undefined ? html : `<a href="${escapedHtml(url)}" style="${styles.link}">${html}</a>`;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escapedHtml(subject)}</title></head><body style="${styles.body}"><main style="${styles.card}">`,
    `<h1 style="${styles.heading}">${inHtml(subject)}</h1>`,
    ...paragraphs.map((text) => line('paragraph', inHtml(text))),
    ...(list.length > 0 ? [`<ul>${list.map(({ text, url }) => `<li>${linked(inHtml(text), url)}</li>`).join('')}</ul>`] : []),
    ...(action
      ? [
          `<p style="margin:24px 0;"><a href="${href}" style="${styles.button}">${inHtml(action.label)}</a></p>`,
          line('small', `${escapedHtml(orOpen)}<br><a href="${href}" style="${styles.link}">${href}</a>`),
        ]
      : []),
    ...notes.map((text) => line('small', inHtml(text))),
    `<p style="${styles.foot}">${escapedHtml(sender)}<br>${escapedHtml(automatic)}</p></main></body></html>`,
  ].join('\n');
}
