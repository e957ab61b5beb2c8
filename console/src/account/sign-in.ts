import { ConnectionError } from '@partner-ordering/client';
import { api } from '../api/client.ts';
import { currentTexts } from '../text/language.tsx';
import { accountTexts } from './texts.ts';

/** Whether the console is on. The account pages stay without it. */
export const hasConsole = (): Promise<boolean> =>
  fetch('/console/', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Signs in in this browser by the sign-in page's form, with all that it checks. Throws an Error that says why not. */
export async function signIn(username: string, password: string): Promise<void> {
  const sent = fetch('/oauth2/sign_in', { method: 'POST', body: new URLSearchParams({ username, password }) });
  const { redirected, status } = await sent.catch((): Partial<Response> => ({}));
  if (redirected) return;
  const { slow, wrong } = currentTexts(accountTexts).signIn;
  if (status === 400) throw new Error(wrong);
  if (status === 429) throw new Error(slow);
  throw new ConnectionError('signInBrowser', undefined, 'lost');
}

/** Accepts an invitation as the signed-in person. */
export const acceptInvitation = (token: string, code: string | null): Promise<unknown> =>
  api.acceptInvitation(token, code === null ? {} : { code });
