import { createTransport } from 'nodemailer';
import { Undeliverable, type Mailer } from './mailer.ts';
import { messageOf, type Sender } from './message.ts';

const CONNECTION_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

export interface SmtpOptions {
  /** `smtp://user:password@host:port`, or `smtps://…` for TLS from the start. Its query may hold options of nodemailer (`tls.ca`). */
  url: string;
  from: Sender;
  /** Refuses to send in the clear: `smtp://` then needs a server with STARTTLS. */
  requiresTls: boolean;
}

/** Sends through a mail server, each mail on a connection of its own. */
export function smtpMailer({ url, from, requiresTls }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    requireTLS: requiresTls,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    dnsTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  });
  return {
    send: async (mail, signal) => {
      const message = messageOf(mail, from);
      try {
        await transport.sendMail({ ...message, ...(signal && { signal }) });
      } catch (error) {
        throw isFinal(error as SmtpError)
          ? new Undeliverable((error as SmtpError).response ?? (error as Error).message, { cause: error })
          : error;
      }
    },
  };
}

interface SmtpError extends Error {
  /** The command that was refused. */
  command?: string;
  responseCode?: number;
  /** The server's own words. */
  response?: string;
}

/** Whether the server refuses this recipient or mail for good. A refused sign-in or sender is a wrong configuration: the mail waits. */
const isFinal = ({ command = '', responseCode = 0 }: SmtpError): boolean => responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
