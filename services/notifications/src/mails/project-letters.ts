import type { Database } from '@partner-ordering/data';
import { languageOf, type WriteLetter } from '@partner-ordering/mail';
import { readerOf } from '../domain/people/reader.ts';
import { isForManagers, isPlain, pageOf, PROJECT_MAIL, type ProjectMailCause } from './project-mails.ts';
import { projectTexts } from './project-texts.ts';

/** Writes the mails about projects; none for former members, for switched-off kinds and for settled approvals. */
export const projectLetters = (database: Database, page: string | undefined): Readonly<Record<typeof PROJECT_MAIL, WriteLetter>> => ({
  [PROJECT_MAIL]: async ({ about, values }) => {
    const { kind, project, title, code, organization, person, from, isSettled } = values as unknown as ProjectMailCause;
    if (isSettled !== undefined) return undefined;
    const user = about.split('/')[1]!;
    const isManagers = isForManagers(kind);
    const reader = await readerOf(database, {
      user,
      organization,
      isForManagers: isManagers,
      notification: kind,
      person: person === '' ? undefined : person,
    });
    if (!reader) return undefined;
    const language = languageOf(reader.locale);
    const { hello, button, note, kinds, unnamed } = projectTexts[language];
    const textValues = { organization: reader.organization, person: reader.person, from };
    const { subject } = kinds[kind]({ ...textValues, title: isPlain(title) ? title : code || unnamed });
    const { paragraphs } = kinds[kind]({ ...textValues, title });
    return {
      to: reader.email,
      language,
      subject,
      paragraphs: [hello(reader.firstname), ...paragraphs],
      notes: [note],
      ...(page !== undefined && { action: { label: button, url: pageOf(page, project) } }),
    };
  },
});
