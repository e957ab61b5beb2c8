import type { ListOrganizationsFields, OrganizationReference, ProductSummary } from '@partner-ordering/client';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { frameTexts } from '../app/texts.ts';
import { GidField } from '../kit/gid-field.tsx';
import { choicesByName, MAX_CHOICES, type Choices } from '../kit/choices.ts';
import { useTexts } from '../text/language.tsx';

const sortByName = { orderBy: 'name', sort: 'asc' } as const;
const sortByTitle = { orderBy: 'title', sort: 'asc' } as const;

/** The query of the organizations that have this in their name. */
export const organizationsBy = (text = '') =>
  text === '' ? sortByName : { ...sortByName, where: (o: ListOrganizationsFields) => o.name.contains(text) };

/** The query of the products that have words like these. */
export const productsBy = (search = '') => (search === '' ? sortByTitle : { search });

export const organizationChoices = choicesByName<OrganizationReference>({
  collection: 'organizations',
  nameOf: ({ name }) => name,
  read: (where, options) =>
    api.listOrganizations({ ...sortByName, limit: MAX_CHOICES, where: (o: ListOrganizationsFields) => where(o.name) }, options),
});

/** By words, also of the synonyms: the most relevant first. */
export const productChoices: Choices<Pick<ProductSummary, 'gid' | 'title' | 'available_options'>> = {
  collection: 'products',
  search: (text, options) => api.listProducts({ ...productsBy(text), limit: MAX_CHOICES }, options),
  minLength: 3,
  nameOf: ({ title }) => title,
};

interface OrganizationFieldProps {
  name?: string;
  label?: string;
  hint?: string;
  noneLabel?: string;
  value?: OrganizationReference | null;
}

/** Asks for one of all organizations. */
export function OrganizationField({ name = 'organization', label, ...rest }: OrganizationFieldProps) {
  const { organization } = useTexts(frameTexts);
  return <GidField name={name} label={label ?? organization} choices={organizationChoices} {...rest} />;
}

/** Leads to an organization. */
export function OrganizationLink({ organization: { gid, name } }: { organization: OrganizationReference }) {
  return (
    <Link to="/staff/organizations/$gid" params={{ gid }}>
      {name}
    </Link>
  );
}

/** Leads to a product. */
export function ProductLink({ product: { gid, title } }: { product: { gid: string; title: string } }) {
  return (
    <Link to="/staff/products/$gid" params={{ gid }}>
      {title}
    </Link>
  );
}
