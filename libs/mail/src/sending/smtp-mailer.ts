import { createTransport } from 'nodemailer';
import { Undeliverable, type Mailer } from './mailer.ts';
import { messageOf, type Sender } from './message.ts';

const CONNECTION_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

/** A mail server and how to reach it. */
export interface SmtpServer {
  /** `smtp://user:password@host:port`, or `smtps://…` for TLS from the start. Its query may hold options of nodemailer (`tls.ca`). */
  url: string;
  /** The authorities (PEM) of the server's certificate, where they are not Node's. */
  tls?: { ca: string };
  /** Refuses to send in the clear: `smtp://` then needs a server with STARTTLS. */
  requiresTls: boolean;
}

/** Sends through a mail server, each mail on a connection of its own, to what `server` says then. */
export function smtpMailer(server: () => SmtpServer, from: Sender): Mailer {
  return {
    send: async (mail, signal) => {
      const message = messageOf(mail, from);
      try {
        await transportTo(server()).sendMail({ ...message, ...(signal && { signal }) });
      } catch (error) {
        throw isFinal(error as SmtpError)
          ? new Undeliverable((error as SmtpError).response ?? (error as Error).message, { cause: error })
          : error;
      }
    },
  };
}

const transportTo = ({ requiresTls, ...server }: SmtpServer) =>
  createTransport({
    ...server,
    requireTLS: requiresTls,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    dnsTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  });

interface SmtpError extends Error {
  /** The command that was refused. */
  command?: string;
  responseCode?: number;
  /** The server's own words. */
  response?: string;
}

/** Whether the server refuses this recipient or mail for good. A refused sign-in or sender is a wrong configuration: the mail waits. */
const isFinal = ({ command = '', responseCode = 0 }: SmtpError): boolean => responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
