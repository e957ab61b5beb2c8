import type { Service } from '@partner-ordering/service';
import { replaceSigningKeys } from './domain/keys/signing-key.ts';

/** `replace-signing-key [--now] [--dry-run]`: instances make a new key; `--now` ends all access tokens. Throws an Error of one line. */
export async function replaceSigningKey(service: Service, args: readonly string[], now: Date): Promise<string> {
  const [atOnce, isDryRun] = [args.includes('--now'), args.includes('--dry-run')];
  if (args.some((arg) => arg !== '--now' && arg !== '--dry-run')) throw new Error('it takes nothing, or --now, or --dry-run');
  let replaced: string[] = [];
  await service.write(async (tx) => void (replaced = await replaceSigningKeys(tx, now, { atOnce, isDryRun })));
  if (replaced.length === 0) return 'There is no key yet; the next token makes one';
  const would = isDryRun ? 'Nothing was changed. Without --dry-run: ' : '';
  const names = replaced.join(', ');
  return atOnce
    ? `${would}Withdrawn: ${names}. Access tokens that they have signed are refused within seconds; refresh tokens stay valid`
    : `${would}Replaced in 15 minutes: ${names}. They stay published until the last token that they sign has expired`;
}
