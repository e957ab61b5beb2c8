import { invalid, isVisible } from '@partner-ordering/kernel';
import { faults } from '../../faults.ts';

/** A plain text as it was sent: what looks like HTML in it is text too. Null is no text. 400 names `path` when it is blank. */
export function plainText<Text extends string | null>(text: Text, path: string): Text {
  if (text !== null && !isVisible(text)) throw invalid(faults.blank(path));
  return text;
}
