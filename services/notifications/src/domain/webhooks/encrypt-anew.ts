import type { Logger } from 'pino';
import { sql, type Transaction } from '@partner-ordering/data';
import type { Encrypted, RowCipher } from '@partner-ordering/service';

/** Maximum number of secrets in a transaction. */
const ENCRYPTED_AT_ONCE = 500;

interface SecretRow extends Encrypted {
  gid: string;
}

/**
 * Encrypts secrets of older keys with the present key, from the gid `after` on, so that old keys can be deleted. A secret that cannot be
 * read is logged and stays. Returns the gid to go on after; undefined at the end.
 */
export async function encryptAnew(
  tx: Transaction,
  after: string,
  { cipher, log }: { cipher: RowCipher; log: Logger },
): Promise<string | undefined> {
  const rows = await tx.query<SecretRow>(sql`
    select gid, ciphertext, encryption_key_id as "keyId" from webhook_secret
    where encryption_key_id <> ${cipher.keyId()} and gid > ${after} order by gid limit ${ENCRYPTED_AT_ONCE} for no key update`);
  const encrypted = rows.flatMap((row) => {
    try {
      return { gid: row.gid, ...cipher.encrypt(cipher.decrypt(row, row.gid), row.gid) };
    } catch (err) {
      log.error({ err, secret: row.gid }, 'A secret of a webhook cannot be read, so it was not encrypted anew');
      return [];
    }
  });
  await tx.query(sql`
    update webhook_secret s set ciphertext = r.ciphertext, encryption_key_id = r.key_id
    from unnest(${encrypted.map(({ gid }) => gid)}::uuid[], ${encrypted.map(({ ciphertext }) => ciphertext)}::text[],
      ${encrypted.map(({ keyId }) => keyId)}::text[]) as r (gid, ciphertext, key_id)
    where s.gid = r.gid`);
  return rows.length === ENCRYPTED_AT_ONCE ? rows.at(-1)!.gid : undefined;
}
