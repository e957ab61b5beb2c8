import { hash, verify } from '@node-rs/argon2';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes; about 45 ms off the main thread. argon2id is the library's default. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Encodes a password as an argon2id hash in the PHC format. Call it in `inPasswordQueue`. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), cost);
}

let decoy: Promise<string> | undefined;

/** Compares in `inPasswordQueue`. Without a hash it is false and takes as long, so that nobody learns who has an account. */
export async function passwordMatches(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const matches = await verify(passwordHash ?? (await decoy), password.normalize('NFC'));
  return matches && passwordHash !== null;
}
