/** Answers with tokens, and refusals of them, must not be kept by anything in between (RFC 6749, section 5.1). */
export const neverStored: Readonly<Record<string, string>> = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** Error body of RFC 6749, section 5.2, in the characters that it allows. */
export const oauthErrorBody = (error: string, description: string): { error: string; error_description: string } => ({
  error,
  error_description: description.replaceAll('"', "'").replaceAll(/[^\x20-\x5B\x5D-\x7E]/g, '?'),
});
