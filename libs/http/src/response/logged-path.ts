/** The segment after these is a secret from a mail, `{token}` in the documents, unless it is a gid. */
const beforeToken =
  /(\/(?:password_resets|email_confirmations|email_restorations|invitations)\/)(?![\da-f]{8}-[\da-f-]{27}(?:\/|$))[^/]+/gi;
/** An access token that a client put into the path by mistake, as in `/v1/me&access_token=…`. */
const accessToken = /eyJ[\w-]*\.[\w-]*(?:\.[\w-]*)?/g;
/** A letter, digit, `-`, `.` or `_` that is percent-encoded, once or several times. */
const encodedCharacter = /%(?:25)*(3\d|[46][1-9a-f]|[57][\da]|2[de]|5f)/gi;

/**
 * A path for the log: without tokens in any spelling, and without the query of an address inside it (`/v1/files/{url}`), which may be
 * signed. The query of the request itself is never logged.
 */
export const loggedPath = (path: string): string =>
  path
    .replaceAll(/%(?:25)*3f[^/]*/gi, '')
    .replaceAll(encodedCharacter, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll(beforeToken, '$1{token}')
    .replaceAll(accessToken, '{token}');
