import type { ListOrganizationsFields, OrganizationReference, ProductSummary } from '@partner-ordering/client';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { frameTexts } from '../app/texts.ts';
import { GidField } from '../kit/choose.tsx';
import { choicesByName, OFFERED, type Choices } from '../kit/found.ts';
import { useTexts } from '../text/language.tsx';

const byName = { orderBy: 'name', sort: 'asc' } as const;
const byTitle = { orderBy: 'title', sort: 'asc' } as const;

/** The query of the organizations that have this in their name. */
export const organizationsBy = (text = '') =>
  text === '' ? byName : { ...byName, where: (o: ListOrganizationsFields) => o.name.contains(text) };

/** The query of the products that have words like these. */
export const productsBy = (search = '') => (search === '' ? byTitle : { search });

export const organizationChoices = choicesByName<OrganizationReference>({
  collection: 'organizations',
  nameOf: ({ name }) => name,
  read: (where, options) =>
    api.listOrganizations({ ...byName, limit: OFFERED, where: (o: ListOrganizationsFields) => where(o.name) }, options),
});

/** By words, also of the synonyms: the most relevant first. */
export const productChoices: Choices<Pick<ProductSummary, 'gid' | 'title' | 'available_options'>> = {
  collection: 'products',
  search: (text, options) => api.listProducts({ ...productsBy(text), limit: OFFERED }, options),
  least: 3,
  nameOf: ({ title }) => title,
};

interface OrganizationFieldProps {
  name?: string;
  label?: string;
  hint?: string;
  none?: string;
  value?: OrganizationReference | null;
}

/** Asks for one of all organizations. */
export function OrganizationField({ name = 'organization', label, ...rest }: OrganizationFieldProps) {
  const { organization } = useTexts(frameTexts);
  return <GidField name={name} label={label ?? organization} of={organizationChoices} {...rest} />;
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
