import type { Database } from '@partner-ordering/data';
import { languageOf, type WriteLetter } from '@partner-ordering/mail';
import { readerOf, type Reader } from '../domain/people/reader.ts';
import { heldFor } from '../domain/people/held-mails.ts';
import { DIGEST } from './holding.ts';
import { isForManagers, isPlain, pageOf, type ProjectMailCause } from './project-mails.ts';
import { projectTexts } from './project-texts.ts';

/** The length of a digest. */
const LISTED = 100;

/** Writes the mails that tell what was held back, each with what its reader would still get alone. */
export const digestLetter = (database: Database, page: string | undefined): Readonly<Record<typeof DIGEST, WriteLetter>> => ({
  [DIGEST]: async ({ about }) => {
    const [causer, user = ''] = about.split('/');
    const readers = new Map<string, Reader | undefined>();
    const told: (ProjectMailCause & { reader: Reader })[] = [];
    for (const cause of await heldFor<ProjectMailCause>(database, about)) {
      const { organization, kind } = cause;
      const key = `${organization} ${kind}`;
      if (!readers.has(key)) {
        const asked = { user, organization, isForManagers: isForManagers(kind), notification: kind, person: causer };
        readers.set(key, await readerOf(database, asked));
      }
      const reader = readers.get(key);
      if (reader) told.push({ ...cause, reader });
    }
    const last = told.at(-1)?.reader;
    if (!last) return undefined;
    const language = languageOf(last.locale);
    const { hello, note, kinds, digest, unnamed } = projectTexts[language];
    const organizations = [...new Set(told.map(({ reader }) => reader.organization))];
    const { subject, paragraph } = digest.text({ count: told.length, person: last.person, organizations: organizations.join(', ') });
    const listed = told.slice(0, LISTED).map(({ kind, project, title, code, from }) => {
      const named = isPlain(title) ? digest.order(code, title) : code || unnamed;
      const { subject: text } = kinds[kind]({ title: named, organization: '', person: null, from });
      return { text, url: page && pageOf(page, project) };
    });
    const list = told.length > LISTED ? [...listed, { text: digest.more(told.length - LISTED) }] : listed;
    return { to: last.email, language, subject, paragraphs: [hello(last.firstname), paragraph], list, notes: [note] };
  },
});
