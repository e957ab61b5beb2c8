import { invalid } from '@partner-ordering/kernel';
import type { UserCreate } from '../../../generated/models.ts';

type Names = Pick<UserCreate, 'firstname' | 'lastname'>;

/** 400 for each changed name that has several lines or a link: mails to other people contain it in one line. */
export function checkNames(given: Names, before?: Names): void {
  const faults = (['firstname', 'lastname'] as const).flatMap((path) => {
    const message = given[path] === before?.[path] ? undefined : nameFault(given[path]);
    return message === undefined ? [] : [{ path, message }];
  });
  if (faults.length > 0) throw invalid(...faults);
}

function nameFault(name: string): string | undefined {
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name)) return 'must not contain line breaks or other control characters';
  // Programs make links of `evil.example` too, in any spelling of its letters and of the full stop.
  const shown = name.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  if (/:\/\/|[\p{L}\p{N}\p{M}][.\u3002](\p{L}[\p{L}\p{M}]|\d+\.\d)/u.test(shown))
    return 'must not contain a link; write a space behind a full stop';
  // Spaces and characters without a picture, such as a zero-width space.
  return /[^\p{Z}\p{C}]/u.test(name) ? undefined : 'must not be blank';
}
