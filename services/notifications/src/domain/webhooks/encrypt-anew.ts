import { sql, type Transaction } from '@partner-ordering/data';
import type { RowCipher } from '@partner-ordering/http';

/** So many secrets are written at once. */
const STEP = 500;

interface SecretRow {
  gid: string;
  ciphertext: string;
  keyId: string;
}

/** Encrypts secrets by the present key that an older one has encrypted, so that it can be forgotten. Answers whether there may be more. */
export async function encryptAnew(tx: Transaction, cipher: RowCipher): Promise<boolean> {
  const keyId = cipher.keyId();
  const rows = await tx.query<SecretRow>(sql`
    select gid, ciphertext, encryption_key_id as "keyId" from webhook_secret
    where encryption_key_id <> ${keyId} order by gid limit ${STEP} for no key update`);
  if (rows.length === 0) return false;
  const anew = rows.map((row) => cipher.encrypt(cipher.decrypt(row, row.gid), row.gid));
  await tx.query(sql`
    update webhook_secret s set ciphertext = r.ciphertext, encryption_key_id = r.key_id
    from unnest(${rows.map(({ gid }) => gid)}::uuid[], ${anew.map(({ ciphertext }) => ciphertext)}::text[],
      ${anew.map((row) => row.keyId)}::text[]) as r (gid, ciphertext, key_id)
    where s.gid = r.gid`);
  return rows.length === STEP;
}
