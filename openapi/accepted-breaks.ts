/** openapi/accepted-breaks.txt: breaks of the documents that were decided, each with its reason. */

/** A break that was decided. */
export interface AcceptedBreak {
  /** As `npm run compare:documents` prints it. */
  line: string;
  /** Sentences for those whom it concerns. */
  reason: string;
}

/**
 * What stands in the file, paragraph by paragraph: the reason in lines that begin with `#`, then its breaks. Throws where these have none.
 */
export function readAccepted(text: string): AcceptedBreak[] {
  return text.split(/\n{2,}/).flatMap((paragraph) => {
    const lines = paragraph.split('\n').filter((line) => line !== '');
    const reason = lines.filter((line) => line.startsWith('#')).map((line) => line.slice(1).trim());
    const breaks = lines.filter((line) => !line.startsWith('#'));
    if (reason.length === 0 && breaks[0] !== undefined) throw new Error(`accepted-breaks.txt gives no reason for: ${breaks[0]}`);
    return breaks.map((line) => ({ line, reason: reason.join(' ') }));
  });
}

/** Breaks that nobody has decided, and what was decided and does not break. */
export function undecided(breaks: readonly string[], accepted: readonly AcceptedBreak[]): string[] {
  const lines = accepted.map(({ line }) => line);
  return [
    ...breaks.filter((line) => !lines.includes(line)),
    ...lines.filter((line) => !breaks.includes(line)).map((line) => `accepted-breaks.txt accepts what does not break: ${line}`),
  ];
}

/** The file without breaks, as it is after a release: its first paragraph, which explains it. */
export const withoutBreaks = (text: string): string => `${text.split('\n\n')[0]?.trim()}\n`;
