import type { ListPricesFields, Organization } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { organizationQuery, productQuery } from '../../api/reads.ts';
import { GidField } from '../../kit/choose.tsx';
import { useFilters } from '../../kit/filters.tsx';
import { Page, Section } from '../../kit/page.tsx';
import { Empty, ShownScreen } from '../../kit/states.tsx';
import { useTexts } from '../../text/language.tsx';
import { OrganizationLink, productChoices, ProductLink } from '../choices.tsx';
import { Imports } from './imports.tsx';
import { AddPrice } from './price-form.tsx';
import { PriceList } from './price-list.tsx';
import { pricesTexts } from './texts.ts';

const route = getRouteApi('/staff/organizations/$gid/prices');

/** The prices of an organization, and its price sheet. */
export function Prices() {
  const { gid } = route.useParams();
  const organization = useQuery(organizationQuery(gid));
  return <ShownScreen of={organization}>{(found) => <PricesPage key={gid} organization={found} />}</ShownScreen>;
}

function PricesPage({ organization }: { organization: Organization }) {
  const texts = useTexts(pricesTexts);
  const { gid, name, price_sheet_url } = organization;
  const add = <AddPrice organization={gid} look={price_sheet_url ? 'plain' : 'main'} />;
  return (
    <Page title={texts.pricesOf(name)} above={<OrganizationLink of={organization} />} actions={add}>
      <div className="columns">
        <div className="stack">
          <OwnPrices organization={gid} />
        </div>
        <Section title={texts.sheet}>
          <Imports organization={organization} />
        </Section>
      </div>
    </Page>
  );
}

function OwnPrices({ organization: gid }: { organization: string }) {
  const texts = useTexts(pricesTexts);
  const { product } = useFilters().search;
  const own = (p: ListPricesFields) => p.organization.gid.eq(gid);
  const where = product === undefined ? own : (p: ListPricesFields) => own(p).and(p.product.gid.eq(product));
  return (
    <>
      <div className="filters">
        <ProductFilter />
      </div>
      <PriceList
        owner={gid}
        by={product}
        first={{ title: texts.product, cell: (price) => <ProductLink of={price.product} /> }}
        read={(query, options) => api.listPrices({ where, ...query }, options)}
        isInAddress
        empty={<Empty title={texts.noneOwn} text={texts.noneOwnText} />}
      />
    </>
  );
}

function ProductFilter() {
  const texts = useTexts(pricesTexts);
  const { search, set } = useFilters();
  // A product that is chosen here need not be read.
  const [first] = useState(search.product);
  const { data } = useQuery({ ...productQuery(first!), enabled: first !== undefined });
  return (
    <GidField
      name="product"
      label={texts.product}
      of={productChoices}
      value={data}
      none={texts.allProducts}
      onChoice={(chosen) => set({ product: chosen?.gid })}
    />
  );
}
