import { invalid, type Detail } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';

const PATH = 'password';

/** Fewest and most characters of a password. */
const passwordLength = { min: 10, max: 200 } as const;

/** A shorter part before the @ is contained in too many good passwords. */
const SHORTEST_NAME = 5;

let loading: Promise<ReadonlySet<string>> | undefined;

/** The fault of a new password; undefined for none. Counts characters as people see them. */
export async function passwordDetail(password: string, email: string): Promise<Detail | undefined> {
  const { min, max } = passwordLength;
  const text = password.normalize('NFC');
  const { length } = [...text];
  if (length < min || length > max) return faults.wrong_length(PATH, passwordLength);
  const lower = text.toLowerCase();
  if (namesIn(email).some((name) => lower.includes(name))) return faults.contains_email(PATH);
  return (await commonPasswords()).has(lower) ? faults.common_password(PATH) : undefined;
}

/** 400 for a new password with a fault. */
export async function checkPassword(password: string, email: string): Promise<void> {
  const detail = await passwordDetail(password, email);
  if (detail) throw invalid(detail);
}

function namesIn(email: string): string[] {
  const address = email.normalize('NFC').toLowerCase();
  const name = address.slice(0, Math.max(0, address.lastIndexOf('@')));
  return [address, ...(name.length >= SHORTEST_NAME ? [name] : [])];
}

/** Loaded when the first password is chosen: the list takes 30 ms and 5 MB. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    return new Set(dictionary['passwords-common'].filter(({ length }) => length >= passwordLength.min));
  });
  return loading;
}
