import { reply } from '@partner-ordering/http';
import type { Ok } from '@partner-ordering/http';
import type { OAuthReply } from './refusal.ts';

/** An endpoint's answer as an operation returns it. The generated type describes success; a refusal has its own status and body. */
export function answer<Body>({ status, body, headers }: OAuthReply): Ok<Body> {
  return reply(status, body, headers) as Ok<Body>;
}
