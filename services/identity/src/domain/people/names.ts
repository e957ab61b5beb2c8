import { hasLink, invalid, type Detail } from '@partner-ordering/kernel';
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
  return hasLink(name) ? faults.contains_link(path) : undefined;
}
