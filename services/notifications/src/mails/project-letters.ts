import type { Database } from '@partner-ordering/data';
import { isGid, isolated, withoutLinks } from '@partner-ordering/kernel';
import { formatMoney, languageOf, type WriteLetter } from '@partner-ordering/mail';
import { authorNames, readerOf } from '../domain/people/reader.ts';
import type { UnseenMessage } from '../../generated/events.ts';
import { isForManagers, isPlain, pageOf, PROJECT_MAIL, type ProjectMailCause } from './project-mails.ts';
import { projectTexts, type ProjectTexts } from './project-texts.ts';

const MOST_NAMES = 10;

/** Writes the mails about projects; none for former members, for switched-off kinds and for settled approvals. */
export const projectLetters = (database: Database, page: string | undefined): Readonly<Record<typeof PROJECT_MAIL, WriteLetter>> => ({
  [PROJECT_MAIL]: async ({ about, values }) => {
    const { kind, project, title, code, organization, from, amount, currency, isSettled, ...cause } = values as unknown as ProjectMailCause;
    if (isSettled !== undefined) return undefined;
    const user = about.split('/')[1]!;
    const person = cause.person === '' ? undefined : cause.person;
    const reader = await readerOf(database, { user, organization, isForManagers: isForManagers(kind), notification: kind, person });
    if (!reader) return undefined;
    const language = languageOf(reader.locale);
    const texts = projectTexts[language];
    const name = isPlain(title) ? title : code || texts.unnamed;
    const messages = await namedMessages(database, cause, texts);
    const creative = messages.at(-1)?.author ?? cause.creative;
    const { subject, what, step, button } = texts.kinds[kind]({ title: name, person: reader.person, creative, from });
    const facts = [{ label: texts.order, value: withoutLinks(title) }];
    const files = namesOf(cause, texts);
    if (amount) facts.push({ label: texts.amount, value: texts.net(formatMoney(Number(amount), currency, language)) });
    if (files !== '') facts.push({ label: texts.files, value: files });
    const url = pageOf(project, reader, page);
    return {
      to: reader.email,
      language,
      subject,
      organization: reader.organization,
      paragraphs: [texts.hello(reader.firstname), what],
      facts,
      list: linesOf({ ...cause, messages }, texts),
      step,
      action: url === undefined ? undefined : { label: button, url },
      notes: [texts.note],
    };
  },
});

/** The names of a proposal's files. */
function namesOf({ files = '[]' }: Pick<ProjectMailCause, 'files'>, { digest }: ProjectTexts): string {
  const names = (JSON.parse(files) as string[]).map((name) => isolated(name));
  const others = names.splice(MOST_NAMES).length;
  return [...names, ...(others > 0 ? [digest.more(others)] : [])].join(', ');
}

/** The unseen messages that a mail shows, with the names of their authors. */
async function namedMessages(
  database: Database,
  { messages }: Pick<ProjectMailCause, 'messages'>,
  { someone }: ProjectTexts,
): Promise<UnseenMessage[]> {
  if (messages === undefined) return [];
  const shown = JSON.parse(messages) as UnseenMessage[];
  const names = await authorNames(
    database,
    shown.map(({ author }) => author),
  );
  // Facts of an earlier version have names.
  return shown.map(({ author, text }) => ({ author: names.get(author) ?? (isGid(author) ? someone : author), text }));
}

/** The text of the proposal that a mail is about, or the unseen messages and the number of older ones. */
function linesOf(
  { count = '0', messages, text: proposal }: Pick<ProjectMailCause, 'count' | 'text'> & { messages: UnseenMessage[] },
  { quotes, wrote, digest }: ProjectTexts,
): { text: string }[] {
  const quoted = (text: string): string => `${quotes.open}${isolated(text, '\n')}${quotes.close}`;
  if (proposal) return [{ text: quoted(proposal) }];
  const older = Number(count) - messages.length;
  const said = messages.map(({ author, text }) => `${wrote(author)}${quoted(text)}`);
  return [...(older > 0 ? [digest.more(older)] : []), ...said].map((text) => ({ text }));
}
