import type { ListPricesFields, Organization } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { organizationQuery, productQuery } from '../../api/reads.ts';
import { GidField } from '../../kit/gid-field.tsx';
import { useFilters } from '../../kit/filters.tsx';
import { Page, Section } from '../../kit/page.tsx';
import { Empty, QueryScreen } from '../../kit/states.tsx';
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
  return <QueryScreen query={organization}>{(found) => <PricesPage key={gid} organization={found} />}</QueryScreen>;
}

function PricesPage({ organization }: { organization: Organization }) {
  const texts = useTexts(pricesTexts);
  const { gid, name, price_sheet_url } = organization;
  const add = <AddPrice organization={gid} look={price_sheet_url ? 'plain' : 'main'} />;
  return (
    <Page title={texts.pricesOf(name)} breadcrumbs={<OrganizationLink organization={organization} />} actions={add}>
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
  const isOwn = (p: ListPricesFields) => p.organization.gid.eq(gid);
  const where = product === undefined ? isOwn : (p: ListPricesFields) => isOwn(p).and(p.product.gid.eq(product));
  return (
    <>
      <div className="filters">
        <ProductFilter />
      </div>
      <PriceList
        owner={gid}
        filter={product}
        first={{ title: texts.product, cell: (price) => <ProductLink product={price.product} /> }}
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
      choices={productChoices}
      value={data}
      noneLabel={texts.allProducts}
      onChoice={(chosen) => set({ product: chosen?.gid })}
    />
  );
}
