import type { Database } from '@partner-ordering/data';
import { languageOf, type WriteLetter } from '@partner-ordering/mail';
import { readerOf, type Reader } from '../domain/people/reader.ts';
import { heldCauses } from '../domain/people/held-mails.ts';
import { DIGEST } from './digests.ts';
import { isForManagers, isPlain, pageOf, type ProjectMailCause } from './project-mails.ts';
import { projectTexts } from './project-texts.ts';

/** Maximum number of entries of a digest. */
const MAX_LISTED = 100;

/** Writes digests of held mails; each lists the mails that its reader would still get. */
export const digestLetter = (database: Database, page: string | undefined): Readonly<Record<typeof DIGEST, WriteLetter>> => ({
  [DIGEST]: async ({ about }) => {
    const [causer, user = ''] = about.split('/');
    const readers = new Map<string, Reader | undefined>();
    const causes: (ProjectMailCause & { reader: Reader })[] = [];
    for (const cause of await heldCauses<ProjectMailCause>(database, about)) {
      const { organization, kind } = cause;
      const key = `${organization} ${kind}`;
      if (!readers.has(key)) {
        const query = { user, organization, isForManagers: isForManagers(kind), notification: kind, person: causer };
        readers.set(key, await readerOf(database, query));
      }
      const reader = readers.get(key);
      if (reader) causes.push({ ...cause, reader });
    }
    const lastReader = causes.at(-1)?.reader;
    if (!lastReader) return undefined;
    const language = languageOf(lastReader.locale);
    const { hello, note, kinds, digest, unnamed } = projectTexts[language];
    const organization = [...new Set(causes.map(({ reader }) => reader.organization))].join(', ');
    const { subject, paragraph } = digest.text({ count: causes.length, person: lastReader.person });
    const listed = causes.slice(0, MAX_LISTED).map(({ kind, project, title, code, creative, from, reader }) => {
      const name = isPlain(title) ? digest.order(code, title) : code || unnamed;
      const { subject: text } = kinds[kind]({ title: name, person: null, creative, from });
      return { text, url: pageOf(project, reader, page) };
    });
    const list = causes.length > MAX_LISTED ? [...listed, { text: digest.more(causes.length - MAX_LISTED) }] : listed;
    const paragraphs = [hello(lastReader.firstname), paragraph];
    return { to: lastReader.email, language, subject, organization, paragraphs, list, notes: [note] };
  },
});
