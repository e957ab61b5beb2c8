import type { CategorySummary, ListOrganizationsFields, OrganizationReference, ProductSummary } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { frameTexts } from '../app/texts.ts';
import { GidField } from '../kit/choose.tsx';
import { foundByName, OFFERED, type Choices } from '../kit/found.ts';
import { useTexts } from '../text/language.tsx';

const byName = { orderBy: 'name', sort: 'asc' } as const;
const byTitle = { orderBy: 'title', sort: 'asc' } as const;

/** The query of the organizations that have this in their name. */
export const organizationsBy = (text = '') =>
  text === '' ? byName : { ...byName, where: (o: ListOrganizationsFields) => o.name.contains(text) };

/** The query of the products that have words like these. */
export const productsBy = (search = '') => (search === '' ? byTitle : { search });

const nameOf = ({ name }: OrganizationReference): string => name;

export const organizationChoices: Choices<OrganizationReference> = {
  collection: 'organizations',
  search: (text, options) =>
    foundByName(text, nameOf, (where) =>
      api.listOrganizations({ ...byName, limit: OFFERED, where: (o: ListOrganizationsFields) => where(o.name) }, options),
    ),
  nameOf,
};

/** By words, also of the synonyms: the most relevant first. */
export const productChoices: Choices<Pick<ProductSummary, 'gid' | 'title' | 'available_options'>> = {
  collection: 'products',
  search: (text, options) => api.listProducts({ ...productsBy(text), limit: OFFERED }, options),
  least: 3,
  nameOf: ({ title }) => title,
};

/** All categories. */
export function useCategories(): readonly CategorySummary[] {
  const { data } = useQuery({
    queryKey: ['categories'],
    queryFn: async ({ signal }) => {
      const categories: CategorySummary[] = [];
      for await (const one of api.listCategories({ orderBy: 'weight', sort: 'asc', limit: 100 }, { signal })) categories.push(one);
      return categories;
    },
  });
  return data ?? [];
}

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
