import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { messageOf, type Sender } from './message.ts';

/** Writes each mail as an `.eml` file, readable by its owner only, which any mail program opens. */
export function folderMailer(folder: string, from: Sender, onWritten: (file: string, kind: string) => void): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, from));
      const file = join(folder, `${mail.kind}-${mail.gid}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${file}.new`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.new`, file);
      onWritten(file, mail.kind);
    },
  };
}
