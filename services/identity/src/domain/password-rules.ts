import { invalid } from '@partner-ordering/kernel';

/** Fewest and most characters of a password. */
const passwordLength = { min: 10, max: 200 } as const;

/** A shorter part before the @ is contained in too many good passwords. */
const SHORTEST_NAME = 5;

let loading: Promise<ReadonlySet<string>> | undefined;

/** The fault of a new password, as the client reads it; undefined for none. Counts characters as people see them. */
export async function passwordFault(password: string, email: string): Promise<string | undefined> {
  const { min, max } = passwordLength;
  const text = password.normalize('NFC');
  const { length } = [...text];
  if (length < min || length > max) return `must have ${min} to ${max} characters`;
  const lower = text.toLowerCase();
  if (namesIn(email).some((name) => lower.includes(name))) return 'must not contain the e-mail address, nor its part before the @';
  return (await commonPasswords()).has(lower) ? 'is one of the most common passwords' : undefined;
}

/** 400 for a new password with a fault. */
export async function checkPassword(password: string, email: string): Promise<void> {
  const message = await passwordFault(password, email);
  if (message !== undefined) throw invalid({ path: 'password', message });
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
