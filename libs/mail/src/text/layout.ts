import { escapedHtml } from '@partner-ordering/kernel';
import type { CleanLetter } from './letter.ts';

const FONT = "font-family:'Segoe UI',system-ui,-apple-system,Arial,sans-serif;";
const WIDTH = 560;

/** Colors of each class: property, light, dark. Outlook reads the light ones where they stand, others the dark ones in the head. */
const colors = {
  page: { 'background-color': ['#f3f4f6', '#111827'] },
  card: { 'background-color': ['#ffffff', '#1f2937'], color: ['#1f2937', '#f3f4f6'] },
  quiet: { color: ['#4b5563', '#d1d5db'] },
  link: { color: ['#1d4ed8', '#93c5fd'] },
  button: { 'background-color': ['#1d4ed8', '#2563eb'] },
  foot: { 'border-color': ['#e5e7eb', '#4b5563'], color: ['#4b5563', '#d1d5db'] },
} as const satisfies Record<string, Readonly<Record<string, readonly [light: string, dark: string]>>>;

type Look = keyof typeof colors;

const rules = (look: Look, dark: 0 | 1, end = ';'): string =>
  Object.entries<readonly string[]>(colors[look])
    .map(([property, values]) => `${property}:${values[dark]}${end}`)
    .join('');

const darkRules = (Object.keys(colors) as Look[]).map((look) => `.${look}{${rules(look, 1, '!important;')}}`).join('');

/** The attributes of an element with a look, and styles of its own. Mail programs read styles of elements, and little else. */
const look = (name: Look, style = ''): string => `class="${name}" style="${rules(name, 0)}${style}"`;

/** Tables place things in every mail program. `role` keeps screen readers from reading them as data. */
const table = (attributes: string, content: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}><tr>${content}</tr></table>`;

/** A text in HTML, in which isolates and line breaks are elements. */
const inHtml = (text: string): string =>
  escapedHtml(text).replaceAll('\u2068', '<bdi>').replaceAll('\u2069', '</bdi>').replaceAll('\n', '<br>');

const paragraph = (html: string): string => `<p style="margin:0 0 16px;">${html}</p>`;
const small = (html: string): string => `<p ${look('quiet', 'margin:0 0 12px;font-size:14px;')}>${html}</p>`;
const linkTo = (url: string, html: string): string =>
  `<a href="${escapedHtml(url)}" ${look('link', 'overflow-wrap:anywhere;word-break:break-word;')}>${html}</a>`;

const factsOf = (facts: CleanLetter['facts']): string =>
  `<table cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;">${facts
    .map(({ label, value }) => {
      const cell = `padding:0 16px 4px 0;text-align:left;vertical-align:top;${FONT}font-size:16px;line-height:1.5;`;
      return `<tr><th scope="row" ${look('quiet', `${cell}font-weight:400;white-space:nowrap;`)}>${inHtml(label)}</th><td style="${cell}font-weight:600;overflow-wrap:anywhere;">${inHtml(value)}</td></tr>`;
    })
    .join('')}</table>`;

const listOf = (list: CleanLetter['list']): string =>
  `<ul style="margin:0 0 16px;padding-left:20px;">${list
    .map(({ text, url }) => `<li>${url === undefined ? inHtml(text) : linkTo(url, inHtml(text))}</li>`)
    .join('')}</ul>`;

/** Outlook takes the button's size from the cell, others from the link, all of which can then be clicked. */
function buttonOf({ label, url }: NonNullable<CleanLetter['action']>, orOpen: string): string {
  const link = `<a href="${escapedHtml(url)}" style="display:inline-block;padding:12px 24px;${FONT}font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;">${inHtml(label)}</a>`;
  const cell = `<td bgcolor="${colors.button['background-color'][0]}" ${look('button', 'border-radius:6px;mso-padding-alt:12px 24px;')}>${link}</td>`;
  return table('style="margin:24px 0;"', cell) + small(`${escapedHtml(orOpen)}<br>${linkTo(url, escapedHtml(url))}`);
}

/** A letter as an HTML page: a card of at most 560 px, light or dark as the reader's mail program is, without pictures. */
export function htmlOf(letter: CleanLetter): string {
  const { language, subject, organization, paragraphs, facts, list, step, action, notes, sender, automatic, orOpen } = letter;
  const content = [
    ...(organization ? [`<p ${look('quiet', 'margin:0 0 8px;font-size:14px;font-weight:600;')}>${inHtml(organization)}</p>`] : []),
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;overflow-wrap:anywhere;">${inHtml(subject)}</h1>`,
    ...paragraphs.map((text) => paragraph(inHtml(text))),
    ...(facts.length > 0 ? [factsOf(facts)] : []),
    ...(list.length > 0 ? [listOf(list)] : []),
    ...(step ? [paragraph(inHtml(step))] : []),
    ...(action ? [buttonOf(action, orOpen)] : []),
    ...notes.map((text) => small(inHtml(text))),
    `<p ${look('foot', 'margin:24px 0 0;padding-top:16px;border-top-width:1px;border-top-style:solid;font-size:13px;')}>${escapedHtml(sender)}<br>${escapedHtml(automatic)}</p>`,
  ].join('\n');
  const text = `padding:32px 24px;border-radius:8px;text-align:left;${FONT}font-size:16px;line-height:1.5;overflow-wrap:anywhere;`;
  const card = table(`width="100%" style="max-width:${WIDTH}px;table-layout:fixed;"`, `<td ${look('card', text)}>\n${content}\n</td>`);
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapedHtml(subject)}</title>`,
    `<style>:root{color-scheme:light dark;}@media (prefers-color-scheme:dark){${darkRules}}</style></head>`,
    `<body ${look('page', 'margin:0;padding:0;')}><div role="main" lang="${language}">`,
    table(
      `width="100%" ${look('page')}`,
      // Outlook knows no maximum width.
      `<td align="center" style="padding:24px 12px;"><!--[if mso]><table role="presentation" width="${WIDTH}"><tr><td><![endif]-->${card}<!--[if mso]></td></tr></table><![endif]--></td>`,
    ),
    '</div></body></html>',
  ].join('\n');
}
