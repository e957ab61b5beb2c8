import { connect, type Socket } from 'node:net';
import { ATTACKER } from './addresses.ts';

export interface Sending {
  /** Address of 127.0.0.0/8 that it comes from. */
  from?: string;
  /** Bytes of the answer that are taken per second: by default all, 0 takes nothing. */
  takes?: number;
}

/** The connections of one run of an attack, in plain HTTP/1.1 over sockets: what a library would refuse to send has to be sent. */
export class Wire {
  /** What was written so far. */
  bytes = 0;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends this on a connection of its own, which stays open until the server closes it or the run ends. */
  send(content: string | Buffer, { from = ATTACKER, takes = Infinity }: Sending = {}): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: from, noDelay: true });
    this.#sockets.add(socket);
    // A server that refuses or cuts a connection is what is measured, no failure of the attack.
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    this.write(socket, content);
    if (takes === Infinity) socket.resume();
    else if (takes > 0) this.#every(1000, socket, () => void socket.read(Math.min(takes, socket.readableLength || takes)));
    return socket;
  }

  write(socket: Socket, content: string | Buffer): void {
    if (socket.destroyed) return;
    this.bytes += Buffer.byteLength(content);
    socket.write(content);
  }

  /** Sends a beginning, then one byte each `everyMs`: a body that drips. */
  drip(beginning: string, everyMs: number, sending?: Sending): void {
    const socket = this.send(beginning, sending);
    this.#every(everyMs, socket, () => this.write(socket, 'a'));
  }

  /** The same with chunks of one byte, for a body without a declared length. */
  dripChunks(beginning: string, everyMs: number, sending?: Sending): void {
    const socket = this.send(beginning, sending);
    this.#every(everyMs, socket, () => this.write(socket, '1\r\na\r\n'));
  }

  end(): void {
    this.#timers.forEach((timer) => clearInterval(timer));
    this.#sockets.forEach((socket) => socket.destroy());
  }

  #every(ms: number, socket: Socket, work: () => void): void {
    const timer = setInterval(work, ms);
    this.#timers.add(timer);
    socket.once('close', () => {
      clearInterval(timer);
      this.#timers.delete(timer);
    });
  }
}

/** A whole request as text. */
export function requestText(
  method: string,
  target: string,
  { token, body, type = 'application/json' }: { token?: string; body?: string; type?: string } = {},
): string {
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  const content = body === undefined ? '' : `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${target} HTTP/1.1\r\nHost: bench\r\n${authorization}${content}\r\n${body ?? ''}`;
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A request of the token endpoint as the demo application. */
export function tokenRequest(form: Readonly<Record<string, string>>): string {
  const body = new URLSearchParams({ client_id: 'demo-app', client_secret: 'demo-secret', ...form }).toString();
  return requestText('POST', '/oauth2/token', { body, type: FORM_TYPE });
}
