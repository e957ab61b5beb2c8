import type { ProductSummary } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { productQuery, useCategories } from '../api/reads.ts';
import { useSession, useOrganization } from '../app/session.tsx';
import { ButtonLink } from '../kit/button-link.tsx';
import { Choice, ListSearch, useFilters } from '../kit/filters.tsx';
import { Page } from '../kit/page.tsx';
import { Empty, QueryView } from '../kit/states.tsx';
import { useUploads } from '../kit/upload.tsx';
import { optionTexts } from '../options/texts.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { type Brief, OrderForm } from './form.tsx';
import './new-order.css';
import { newOrderTexts } from './texts.ts';
import { textFor } from '../text/values.ts';

/** In the address, instead of a product. */
const SPECIFIC = 'specific';
const MAX_PRODUCTS = 100;

const route = getRouteApi('/orders/new');

/** Orders a product, or asks for what is none. */
export function NewOrder() {
  const texts = useTexts(newOrderTexts);
  const { isMember } = useSession();
  const { product } = route.useSearch();
  const backLink = <Link to="/orders/new">← {texts.another}</Link>;
  const specific = (
    <ButtonLink to="/orders/new" search={{ product: SPECIFIC }}>
      {texts.specific}
    </ButtonLink>
  );
  if (!isMember)
    return (
      <Page title={texts.title}>
        <Empty title={texts.membersOnly} />
      </Page>
    );
  return (
    <Page title={texts.title} breadcrumbs={product && backLink} actions={product === undefined && specific}>
      <ProductChoice gid={product} />
    </Page>
  );
}

/** First the product, then the form. What was entered stays when another product is chosen. */
function ProductChoice({ gid }: { gid: string | undefined }) {
  const [texts, setTexts] = useState({ title: '', description: '' });
  const uploads = useUploads();
  const isEntered = texts.title !== '' || texts.description !== '' || uploads.files.length > 0;
  const brief: Brief = { ...texts, change: (to) => setTexts((before) => ({ ...before, ...to })), uploads };
  return (
    <div className="stack" data-changed={isEntered}>
      {gid === undefined && <Products />}
      {gid === SPECIFIC && <OrderForm product={null} brief={brief} />}
      {gid !== undefined && gid !== SPECIFIC && <ProductForm key={gid} gid={gid} brief={brief} />}
    </div>
  );
}

function ProductForm({ gid, brief }: { gid: string; brief: Brief }) {
  const product = useQuery(productQuery(gid));
  return <QueryView query={product}>{(data) => <OrderForm product={data} brief={brief} />}</QueryView>;
}

/** The products that the organization may order, by category. */
function Products() {
  const texts = useTexts(newOrderTexts);
  const organization = useOrganization();
  const { number } = useFormat();
  const { search: filters, set } = useFilters();
  const { search, category } = filters;
  const options = useCategories().map(({ gid, title }) => ({ value: gid, name: title }));
  const query = {
    ...(search === undefined ? ({ orderBy: 'weight', sort: 'asc' } as const) : { search }),
    ...(category !== undefined && { where: ['category.gid', '==', category] }),
    limit: MAX_PRODUCTS,
  };
  const products = useQuery({
    queryKey: ['products', 'orderable', organization.gid, query],
    queryFn: ({ signal }) => api.listOrganizationProducts(organization.gid, query, { signal }).then(),
  });
  const categoryIndex = (gid: string): number => options.findIndex(({ value }) => value === gid);
  return (
    <>
      <div className="filters">
        <ListSearch label={texts.search} />
        <Choice
          label={texts.category}
          value={category}
          onChange={(gid) => set({ category: gid })}
          noneLabel={texts.all}
          options={options}
        />
      </div>
      <QueryView query={products}>
        {({ items, total_count }) => (
          <>
            {items.length === 0 && <Empty title={texts.noneFound} />}
            {[...Map.groupBy(items, (product) => product.category.gid)]
              .toSorted(([one], [other]) => categoryIndex(one) - categoryIndex(other))
              .map(([gid, group]) => (
                <Group key={gid} products={group} />
              ))}
            {total_count > items.length && <p className="hint">{texts.more(number(total_count - items.length))}</p>}
          </>
        )}
      </QueryView>
    </>
  );
}

function Group({ products }: { products: readonly ProductSummary[] }) {
  const texts = useTexts(newOrderTexts);
  const { modes } = useTexts(optionTexts);
  const { title } = products[0]!.category;
  return (
    <section className="facts" aria-label={title}>
      <h2>{title}</h2>
      <ul className="products">
        {products.map(({ gid, title, available_options: { mode, due } }) => (
          <li key={gid}>
            <Link to="/orders/new" search={{ product: gid }} className="section product">
              <strong>{title}</strong>
              <span className="hint">
                {mode.enum.map((one) => textFor(modes, one)).join(', ')} · {texts.from(Math.min(...due.enum))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
