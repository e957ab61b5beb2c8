import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@partner-ordering/testing';
import PostalMime, { type Email } from 'postal-mime';

/** The newest mail of this kind to this address, out of the folder into which a system without a mail server writes them. Waits for it. */
export const mailIn = (folder: string, kind: string, to: string): Promise<Email> =>
  eventually(async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.eml'));
    const files = await Promise.all(
      names.map(async (name) => {
        const file = join(folder, name);
        return { mail: await PostalMime.parse(await readFile(file)), at: (await stat(file)).mtimeMs };
      }),
    );
    const found = files.filter(({ mail }) => mail.to?.[0]?.address === to).toSorted((one, other) => other.at - one.at);
    return found[0]?.mail ?? false;
  });
