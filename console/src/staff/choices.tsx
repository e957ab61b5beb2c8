import type { OrganizationReference } from '@partner-ordering/client';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { frameTexts } from '../app/texts.ts';
import { GidField, useAll } from '../kit/choose.tsx';
import { useTexts } from '../text/language.tsx';

export const useOrganizations = (): readonly OrganizationReference[] =>
  useAll('organizations', (options) => api.listOrganizations({ orderBy: 'name', sort: 'asc', limit: 100 }, options));
export const useCategories = () =>
  useAll('categories', (options) => api.listCategories({ orderBy: 'weight', sort: 'asc', limit: 100 }, options));
export const useProducts = () => useAll('products', (options) => api.listProducts({ orderBy: 'title', sort: 'asc', limit: 100 }, options));

interface OrganizationFieldProps {
  name?: string;
  label?: string;
  hint?: string;
  none?: string;
  value?: OrganizationReference | null;
  /** One that is not offered. */
  except?: string;
}

/** Asks for one of all organizations. */
export function OrganizationField({ name = 'organization', label, except, ...rest }: OrganizationFieldProps) {
  const { organization } = useTexts(frameTexts);
  const of = useOrganizations().filter(({ gid }) => gid !== except);
  return <GidField name={name} label={label ?? organization} of={of} nameOf={(one) => one.name} {...rest} />;
}

/** Leads to an organization. */
export function OrganizationLink({ of: { gid, name } }: { of: OrganizationReference }) {
  return (
    <Link to="/staff/organizations/$gid" params={{ gid }}>
      {name}
    </Link>
  );
}

/** Leads to a product. */
export function ProductLink({ of: { gid, title } }: { of: { gid: string; title: string } }) {
  return (
    <Link to="/staff/products/$gid" params={{ gid }}>
      {title}
    </Link>
  );
}
