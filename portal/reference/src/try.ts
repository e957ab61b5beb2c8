import { sendForm } from '@partner-ordering/client';
import { Session } from './session.ts';

const messageLine = document.querySelector<HTMLElement>('#message')!;

/** Says what went wrong, or nothing. */
const say = (text: string): void => void (messageLine.textContent = text);

interface Organization {
  gid: string;
  name: string;
}

/** The line above the operations: how to try them, and who does. */
export class TryLine {
  readonly #session: Session;
  readonly #section = document.querySelector<HTMLElement>('#try')!;
  readonly #onOrganization: (organization: string) => void;

  /** @param onOrganization gets the gid of an organization of who has signed in */
  constructor(issuer: string, onOrganization: (organization: string) => void) {
    this.#session = new Session(issuer);
    this.#onOrganization = onOrganization;
    this.#showSignIn();
  }

  /** Says in words what an answer means for who tries. */
  async explain({ status, headers }: { status: number; headers: Record<string, string> }): Promise<void> {
    if (status === 429) return say(`Too many requests: try again in ${headers['retry-after'] ?? 'some'} seconds.`);
    if (status !== 401) return say('');
    // It had no token, which has been said.
    if (messageLine.textContent !== '') return;
    if (!this.#session.isSignedIn) return say('Sign in first.');
    await this.#session.signOut();
    this.#showSignIn();
    say('Your session has ended: sign in again.');
  }

  /** The token for a request; who has none, because it cannot be renewed, is told why. */
  async token(): Promise<string | undefined> {
    say('');
    try {
      return await this.#session.token();
    } catch (error) {
      if (!this.#session.isSignedIn) this.#showSignIn();
      say((error as Error).message);
      return undefined;
    }
  }

  /** @param more what to read beside */
  #showSignIn(...more: HTMLElement[]): void {
    const button = action('Sign in to try', async () => {
      await this.#session.signIn();
      await this.#showPerson();
    });
    const demo = [' In the demo, ', code('npm start'), ' names one: ', link('/docs/signing-in', 'signing in'), '.'];
    this.#section.replaceChildren(button, sentence('People of test organizations may try operations here.', ...demo), ...more);
  }

  async #showPerson(): Promise<void> {
    const { email } = await this.#get<{ email: string }>('/v1/me');
    const { items } = await this.#get<{ items: { organization: Organization }[] }>('/v1/me/member_of?limit=1');
    const organization = items[0]?.organization;
    if (organization) this.#onOrganization(organization.gid);
    const signOut = action('Sign out', async () => {
      await this.#session.signOut();
      this.#showSignIn(
        sentence('Signed out here. The ', link('/oauth2/sign_out', 'session of your browser'), ' goes on until you end it.'),
      );
    });
    const of = organization ? [` of ${organization.name} `, code(organization.gid)] : [];
    this.#section.replaceChildren(sentence(`Signed in as ${email}`, ...of), signOut, this.#upload());
  }

  /** Uploads a file in one step; the two operations behind it can be tried too. */
  #upload(): HTMLElement {
    const [field, result] = [document.createElement('input'), document.createElement('output')];
    field.type = 'file';
    field.addEventListener('change', () =>
      attempt(async () => {
        const file = field.files![0];
        if (file === undefined) return;
        result.textContent = 'Uploading …';
        const form = await this.#get<Parameters<typeof sendForm>[0]>(`/v1/upload_form?size=${Math.max(1, file.size)}`);
        const { url } = await sendForm(form, file).finally(() => (result.textContent = ''));
        result.append('Name it in requests: ', code(JSON.stringify({ url })));
      }),
    );
    const label = document.createElement('label');
    label.append('Upload a file to use in requests: ', field);
    const line = document.createElement('div');
    line.append(label, ' ', result);
    return line;
  }

  async #get<Body>(path: string): Promise<Body> {
    const response = await fetch(path, { headers: { authorization: `Bearer ${await this.token()}` } });
    const body = (await response.json()) as Body & { message?: string };
    if (!response.ok) throw new Error(body.message ?? `${response.status} ${response.statusText}`);
    return body;
  }
}

async function attempt(work: () => Promise<void>): Promise<void> {
  say('');
  try {
    await work();
  } catch (error) {
    say((error as Error).message);
  }
}

function action(text: string, work: () => Promise<void>): HTMLElement {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: text, className: 'action' });
  button.addEventListener('click', () => void attempt(work));
  return button;
}

function sentence(...parts: (string | Node)[]): HTMLElement {
  const element = document.createElement('span');
  element.append(...parts);
  return element;
}

const link = (href: string, text: string): HTMLElement => Object.assign(document.createElement('a'), { href, textContent: text });
const code = (text: string): HTMLElement => Object.assign(document.createElement('code'), { textContent: text });
