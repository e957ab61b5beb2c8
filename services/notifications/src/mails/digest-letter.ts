import type { Database } from '@partner-ordering/data';
import { languageOf, type WriteLetter } from '@partner-ordering/mail';
import { readerOf, type Reader } from '../domain/people/reader.ts';
import { heldFor } from '../domain/people/held-mails.ts';
import { DIGEST } from './holding.ts';
import { isForManagers, isPlain, pageOf, type ProjectMailCause } from './project-mails.ts';
import { projectTexts } from './project-texts.ts';

/** Writes the mails that tell what was held back, each with what its reader would still get alone. */
export const digestLetter = (database: Database, page: string | undefined): Readonly<Record<typeof DIGEST, WriteLetter>> => ({
  [DIGEST]: async ({ about }) => {
    const [causer, user = ''] = about.split('/');
    const held = await heldFor<ProjectMailCause>(database, about);
    const readers = new Map<string, Reader | undefined>();
    for (const [key, [{ organization, kind }]] of Map.groupBy(held, keyOf) as Map<string, [ProjectMailCause]>) {
      const reader = { user, organization, isForManagers: isForManagers(kind), notification: kind, person: causer };
      readers.set(key, await readerOf(database, reader));
    }
    const told = held.filter((cause) => readers.get(keyOf(cause)) !== undefined);
    const last = told.length > 0 ? readers.get(keyOf(told.at(-1)!)) : undefined;
    if (!last) return undefined;
    const language = languageOf(last.locale);
    const { hello, note, kinds, digest } = projectTexts[language];
    const organizations = [...new Set(told.map((cause) => readers.get(keyOf(cause))!.organization))];
    const { subject, paragraph } = digest.text({ count: told.length, person: last.person, organizations: organizations.join(', ') });
    const list = told.map(({ kind, project, title, code, from }) => {
      const named = isPlain(title) || code === '' ? digest.order(code, title) : code;
      const { subject: text } = kinds[kind]({ title: named, organization: '', person: null, from });
      return { text, url: page && pageOf(page, project) };
    });
    return { to: last.email, language, subject, paragraphs: [hello(last.firstname), paragraph], list, notes: [note] };
  },
});

const keyOf = ({ organization, kind }: ProjectMailCause): string => `${organization} ${kind}`;
