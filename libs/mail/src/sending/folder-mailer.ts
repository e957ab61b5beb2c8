import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { messageOf, type Sender } from './message.ts';

export interface FolderOptions {
  folder: string;
  from: Sender;
  /** Told of each file. */
  onWritten(file: string, kind: string): void;
}

/** Sends nothing: writes each mail as an `.eml` file that any mail program opens, readable by its owner only. */
export function folderMailer({ folder, from, onWritten }: FolderOptions): Mailer {
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
