import { resolve } from 'node:path';
import { readVariables, variableReader, withSecretFiles } from '@partner-ordering/service';
import { str } from 'envalid';
import addressparser from 'nodemailer/lib/addressparser';
import type { Sender } from './sending/message.ts';
import type { SmtpServer } from './sending/smtp-mailer.ts';

/** The destination of mails: a mail server, as its files are at each call, or a folder. */
export type MailOptions = { from: Sender } & ({ smtp: () => SmtpServer } | { folder: string });

const root = resolve(import.meta.dirname, '../../..');

/**
 * Reads where mails go: to `SMTP_URL`, else into the folder `MAIL_DIR`, relative to the root of the repository; in production it has no
 * default. Throws an Error that names what is missing or wrong, never the URL.
 */
export function readMail(environment: NodeJS.ProcessEnv): MailOptions {
  const variables = withSecretFiles(environment, ['SMTP_URL']);
  const [smtpUrl, authorities] = [variableReader(environment, 'SMTP_URL'), variableReader(environment, 'SMTP_CA')];
  const isProduction = variables['NODE_ENV'] === 'production';
  const url = variables['SMTP_URL'] ?? '';
  const env = readVariables(variables, {
    MAIL_FROM: str(url === '' ? { default: 'Partner Ordering <orders@localhost>' } : { desc: 'who sends: Name <address>' }),
    MAIL_DIR: str({ default: isProduction ? '' : '.data/mail' }),
  });
  const from = senderOf(env.MAIL_FROM!);
  const smtp = (): SmtpServer => smtpOf(smtpUrl(), authorities(), isProduction);
  if (url !== '') return smtp() && { from, smtp };
  if (env.MAIL_DIR === '') throw new Error('SMTP_URL or MAIL_DIR is missing (where mails go)');
  return { from, folder: resolve(root, env.MAIL_DIR) };
}

function senderOf(text: string): Sender {
  const [sender, ...more] = addressparser(text);
  const isOne = more.length === 0 && sender?.group === undefined && /^[^\s<>@]+@[^\s<>@]+$/.test(sender?.address ?? '');
  if (!isOne || /\p{Cc}/u.test(text)) throw new Error('MAIL_FROM: must be one address, such as: Partner Ordering <orders@example.com>');
  return { name: sender!.name, address: sender!.address! };
}

function smtpOf(text: string, authorities: string, isProduction: boolean): SmtpServer {
  const url = URL.parse(text);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    throw new Error('SMTP_URL: must be smtp://user:password@host:port');
  const isDecided = ['requireTLS', 'ignoreTLS'].some((name) => url.searchParams.has(name));
  const tls = authorities === '' ? {} : { tls: { ca: authorities } };
  return { url: text, ...tls, requiresTls: isProduction && url.protocol === 'smtp:' && !isDecided };
}
