import type { Logger } from 'pino';
import { sql, type Transaction } from '@partner-ordering/data';
import type { Encrypted, RowCipher } from '@partner-ordering/http';

/** So many secrets are written at once. */
const STEP = 500;

interface SecretRow extends Encrypted {
  gid: string;
}

/**
 * Encrypts the next secrets after `after` by the present key that an older one has encrypted, so that it can be forgotten. One that cannot
 * be read stays as it is and is logged: it does not keep the others from being done. Answers after which gid to go on; undefined when all
 * are done.
 */
export async function encryptAnew(
  tx: Transaction,
  after: string,
  { cipher, log }: { cipher: RowCipher; log: Logger },
): Promise<string | undefined> {
  const rows = await tx.query<SecretRow>(sql`
    select gid, ciphertext, encryption_key_id as "keyId" from webhook_secret
    where encryption_key_id <> ${cipher.keyId()} and gid > ${after} order by gid limit ${STEP} for no key update`);
  const anew = rows.flatMap((row) => {
    try {
      return { gid: row.gid, ...cipher.encrypt(cipher.decrypt(row, row.gid), row.gid) };
    } catch (err) {
      log.error({ err, secret: row.gid }, 'A secret of a webhook cannot be read, so it was not encrypted anew');
      return [];
    }
  });
  await tx.query(sql`
    update webhook_secret s set ciphertext = r.ciphertext, encryption_key_id = r.key_id
    from unnest(${anew.map(({ gid }) => gid)}::uuid[], ${anew.map(({ ciphertext }) => ciphertext)}::text[],
      ${anew.map(({ keyId }) => keyId)}::text[]) as r (gid, ciphertext, key_id)
    where s.gid = r.gid`);
  return rows.length === STEP ? rows.at(-1)!.gid : undefined;
}
