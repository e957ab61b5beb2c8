import { htmlOf } from './layout.ts';
import { cleaned, type CleanLetter, type Letter } from './letter.ts';

/** Renders a letter as plain text and as HTML. `sender` is the name under which it ends. */
export function renderLetter(letter: Letter, sender: string): { subject: string; text: string; html: string } {
  const clean = cleaned(letter, sender);
  return { subject: clean.subject, text: plainTextOf(clean), html: htmlOf(clean) };
}

function plainTextOf({ organization, paragraphs, facts, list, step, action, notes, sender, automatic, colon }: CleanLetter): string {
  const blocks = [
    organization,
    ...paragraphs,
    facts.map(({ label, value }) => `${label}${colon} ${value}`).join('\n'),
    list.map(({ text, url }) => `- ${text.replaceAll('\n', '\n  ')}${url === undefined ? '' : `\n  ${url}`}`).join('\n'),
    step,
    action && `${action.label}${colon}\n${action.url}`,
    ...notes,
    `-- \n${sender}\n${automatic}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
