import { beginningOf, bilingual, both, isolated, plainText, type Language } from '@partner-ordering/kernel';

/**
 * A mail's content in one language. All texts are plain and, but for the list's, of one line; names in them are `isolated` (libs/kernel),
 * those that stand alone are isolated here.
 */
export interface Letter {
  language: Language;
  /** Also the heading. */
  subject: string;
  /** The name of the organization that the mail is about; stands above the heading. */
  organization?: string | undefined;
  paragraphs: readonly string[];
  /** What the mail is about, line by line: title, amount. */
  facts?: readonly { label: string; value: string }[];
  /** Texts below them, each with where it leads. */
  list?: readonly { text: string; url?: string | undefined }[];
  /** The next step of the reader. */
  step?: string | undefined;
  /** The button. */
  action?: { label: string; url: string } | undefined;
  /** Smaller text below the button. */
  notes?: readonly string[];
}

const MAX_SUBJECT_LENGTH = 200;

const labels = bilingual({
  orOpen: both('If the button does not work, open this link:', 'Si le bouton ne fonctionne pas, ouvrez ce lien :'),
  automatic: both('This email was sent automatically.', 'Cet e-mail a été envoyé automatiquement.'),
  colon: both(':', ' :'),
});

/** A letter as it is rendered. */
export type CleanLetter = ReturnType<typeof cleaned>;

/** Names come from clients. */
const oneLine = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ').trim();

const lines = (text: string): string => plainText(text, '\n').split('\n').map(oneLine).join('\n').trim();

/** The texts of a letter, and ours. `sender` is the name under which it ends. */
export const cleaned = (
  { language, subject, organization, paragraphs, facts = [], list = [], step, action, notes = [] }: Letter,
  sender: string,
) => ({
  language,
  subject: plainText(beginningOf(oneLine(subject), MAX_SUBJECT_LENGTH)),
  organization: organization === undefined ? undefined : isolated(oneLine(organization)),
  paragraphs: paragraphs.map(oneLine),
  facts: facts.map(({ label, value }) => ({ label: oneLine(label), value: isolated(oneLine(value)) })),
  list: list.map(({ text, url }) => ({ text: lines(text), url })),
  step: step === undefined ? undefined : oneLine(step),
  action: action && { label: oneLine(action.label), url: action.url },
  notes: notes.map(oneLine),
  sender: oneLine(sender),
  ...labels[language],
});
