import type { Email } from 'postal-mime';
import { signIn, type ConsoleWorld, type Visit } from './console.ts';

/** A password that no user has. */
export const NEW = 'zebra-lamp-42';

/** The address of a mail's link. */
export const linkIn = ({ text }: Email): string => /^https?:\/\/\S+$/m.exec(text!)![0];

/** Accepts an invitation: opens the link of the mail, creates an account, and signs in. */
export async function signUp(world: ConsoleWorld, email: string, firstname: string, lastname: string): Promise<Visit> {
  const { pathname, search, hash } = new URL(linkIn(await world.system.mailTo(email, 'invitation')));
  const guest = await world.openAnonymously(`${pathname}${search}${hash}`);
  const { page } = guest;
  await page.getByLabel('First name').fill(firstname);
  await page.getByLabel('Last name').fill(lastname);
  await page.getByLabel('Password', { exact: true }).fill(NEW);
  await page.getByRole('button').click();
  await page
    .getByRole('status')
    .filter({ hasText: /^Your account is created/ })
    .waitFor();
  await page.goto(`${world.system.url}/console/`);
  await signIn(page, email, NEW);
  return guest;
}
