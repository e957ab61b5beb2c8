import type { Email } from 'postal-mime';
import type { ConsoleWorld, Visit } from './console.ts';

/** A password that no user has. */
export const NEW = 'zebra-lamp-42';

/** The address of a mail's link. */
export const linkIn = ({ text }: Email): string => /^https?:\/\/\S+$/m.exec(text!)![0];

/** Opens the link of the newest invitation to an address, in a browser of its own. */
export async function openInvitation(world: ConsoleWorld, email: string): Promise<Visit> {
  const { pathname, search, hash } = new URL(linkIn(await world.system.mailTo(email, 'invitation')));
  return world.openAnonymously(`${pathname}${search}${hash}`);
}

/** Accepts an invitation: opens the link of the mail and creates an account, which ends in the console. */
export async function signUp(world: ConsoleWorld, email: string, firstname: string, lastname: string): Promise<Visit> {
  const guest = await openInvitation(world, email);
  const { page } = guest;
  await page.getByLabel('First name').fill(firstname);
  await page.getByLabel('Last name').fill(lastname);
  await page.getByLabel('Password', { exact: true }).fill(NEW);
  await page.getByRole('button').click();
  await page.waitForURL(/\/console\/$/);
  return guest;
}
