import { invalid, type Detail } from '@partner-ordering/kernel';
import type { UserCreate } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';

type Names = Pick<UserCreate, 'firstname' | 'lastname'>;

/** 400 for each changed name that has several lines or a link: mails to other people contain it in one line. */
export function checkNames(names: Names, previous?: Names): void {
  const changed = (['firstname', 'lastname'] as const).filter((path) => names[path] !== previous?.[path]);
  const details = changed.flatMap((path) => nameDetail(path, names[path]) ?? []);
  if (details.length > 0) throw invalid(...details);
}

function nameDetail(path: string, name: string): Detail | undefined {
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name)) return faults.contains_control_characters(path);
  // Programs make links of `evil.example` too, in any spelling of its letters and of the full stop.
  const visibleName = name.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  if (/:\/\/|[\p{L}\p{N}\p{M}][.\u3002](\p{L}[\p{L}\p{M}]|\d+\.\d)/u.test(visibleName)) return faults.contains_link(path);
  // Spaces and characters without a picture, such as a zero-width space.
  return /[^\p{Z}\p{C}]/u.test(name) ? undefined : faults.blank(path);
}
