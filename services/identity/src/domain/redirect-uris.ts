/** The address of a program on the person's own machine, which chooses its port anew each time. */
const LOOPBACK_PORT = /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/;

/** Whether they are the same, but for the port of a loopback address (RFC 8252, section 7.3). */
export const isSameRedirect = (registered: string, asked: string): boolean =>
  URL.canParse(asked) && withoutLoopbackPort(registered) === withoutLoopbackPort(asked);

const withoutLoopbackPort = (uri: string): string => uri.replace(LOOPBACK_PORT, '$1');
