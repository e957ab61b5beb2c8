/** A mail as it leaves. */
export interface OutgoingMail {
  /** Part of the Message-ID: the same for every attempt, so that mail programs show a mail that arrives twice once. */
  gid: string;
  /** The kind in a word: `invitation`. */
  kind: string;
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends mails. Rejects with `Undeliverable` for one that no further attempt can deliver, with any other error when a later one may. */
export interface Mailer {
  /** Resolves when the mail server has taken the mail over. `signal` breaks off. */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<void>;
}

/** Nobody can deliver this mail. The message is the mail server's answer, or says what is wrong with the address. */
export class Undeliverable extends Error {}
