import type { Database } from '@partner-ordering/data';
import type { Language } from '@partner-ordering/kernel';
import { organizationAt } from '../../domain/organization-references.ts';
import type { Form, OAuthRequest } from '../form.ts';
import { html, type Html } from './html.ts';

/** Whose page it is. */
export interface Brand {
  /** The name under which our mails are sent. */
  product: string;
  /** The organization at whose hostname the person asked. */
  partner?: { hostname: string; name: string; logo: string | null } | undefined;
}

/** The organization of the form's `hostname`, or of the host that was asked. `isElsewhere`: at a host whose forms we do not take. */
export async function partnerOf(
  { database, issuer }: { database: Pick<Database, 'orm'>; issuer: string },
  headers: OAuthRequest['headers'],
  form: Form,
): Promise<{ partner: Brand['partner']; isElsewhere: boolean }> {
  const host = URL.parse(`http://${String(headers['x-forwarded-host'] ?? '')}`)?.hostname ?? '';
  const hostname = (form.get('hostname') ?? host).toLowerCase();
  const organization = hostname === '' ? null : await organizationAt(database.orm.em.fork(), hostname);
  const partner = organization ? { hostname, name: organization.name, logo: organization.logo?.variations.thumb.url ?? null } : undefined;
  return { partner, isElsewhere: partner !== undefined && host === hostname && host !== new URL(issuer).hostname };
}

/** Logo and names; the style puts them above the title. */
export function brandLine({ product, partner }: Brand): Html {
  if (!partner) return html`<p class="brand">${product}</p>`;
  const logo = partner.logo === null ? undefined : html`<img src="${new URL(partner.logo).pathname}" alt="" />`;
  return html`<p class="brand">${logo}<span>${partner.name}</span> <span class="hint">${product}</span></p>`;
}

const names: Readonly<Record<Language, string>> = { en: 'English', fr: 'Français' };

/** Links to the page in the other languages. `parameters` are those of the page. */
export function languageLinks(shown: Language, parameters: Readonly<Record<string, string>>): Html {
  const others = (Object.keys(names) as Language[]).filter((language) => language !== shown);
  const links = others.map((language) => {
    const query = new URLSearchParams({ ...parameters, ui_locales: language });
    return html`<a href="/oauth2/sign_in?${query.toString()}" lang="${language}" hreflang="${language}">${names[language]}</a>`;
  });
  return html`<p class="hint">${links}</p>`;
}
