import { invalid } from '@partner-ordering/kernel';

/** A plain text as it was sent: what looks like HTML in it is text too. 400 names `path` when it is blank. */
export function plainText(text: string, path: string): string {
  if (text.trim() === '') throw invalid({ path, message: 'must not be blank' });
  return text;
}
