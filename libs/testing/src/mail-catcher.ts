import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail that a mail server has taken over. */
export interface CaughtMail extends Email {
  /** The recipients by the SMTP dialogue, whatever the headers say. */
  envelopeTo: string[];
  /** As it came over the wire. */
  raw: string;
}

/** At which point of the SMTP dialogue the server refuses, and what it says then. */
export interface Refusal {
  at: 'connect' | 'auth' | 'sender' | 'recipient' | 'data';
  code: number;
  text: string;
}

/** A mail server that keeps what it gets. */
export interface MailCatcher {
  readonly url: string;
  readonly mails: CaughtMail[];
  /** Sets the refusal of further mails; undefined accepts all again. */
  refuse(refusal: Refusal | undefined): void;
  stop(): Promise<void>;
}

/** The token in the link of a mail, which stands behind `#token=`. Throws for a mail without one. */
export function tokenIn({ text }: { text?: string | undefined }): string {
  const [, token] = /#token=([\w-]+)/.exec(text ?? '') ?? [];
  if (token === undefined) throw new Error(`there is no token in: ${text}`);
  return token;
}

/** Starts a mail server on this machine. It accepts any name and password. */
export async function catchMails(): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  let refusal: Refusal | undefined;
  const check = (at: Refusal['at']): Error | null =>
    refusal?.at === at ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    // Without TLS, since the package's own certificate is useless in tests.
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => done(check('connect')),
    onAuth: ({ username }, _session, done) => done(check('auth'), { user: username }),
    onMailFrom: (_address, _session, done) => done(check('sender')),
    onRcptTo: (_address, _session, done) => done(check('recipient')),
    onData: (stream, { envelope }, done) => {
      void buffer(stream)
        .then(async (bytes) => {
          const refused = check('data');
          if (refused) return done(refused);
          const envelopeTo = envelope.rcptTo.map(({ address }) => address);
          mails.push({ ...(await PostalMime.parse(bytes)), envelopeTo, raw: bytes.toString() });
          done(null);
        })
        // A client that stops in the middle of a mail has sent none.
        .catch(done);
    },
  });
  server.on('error', () => undefined); // a client that hangs up
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mails,
    refuse: (next) => void (refusal = next),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
