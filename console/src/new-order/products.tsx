import type { ProductSummary } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { Choice, SearchBox } from '../kit/filters.tsx';
import { Empty, Shown } from '../kit/states.tsx';
import { optionTexts } from '../options/texts.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { newOrderTexts } from './texts.ts';

/** In the address, instead of a product. */
export const SPECIFIC = 'specific';

const MOST = 100;

/** What the organization may order, by category. */
export function Products() {
  const texts = useTexts(newOrderTexts);
  const organization = useOrganization();
  const { number } = useFormat();
  const [search, setSearch] = useState<string>();
  const [category, setCategory] = useState<string>();
  const categories = useQuery({
    queryKey: ['categories'],
    queryFn: ({ signal }) => api.listCategories({ orderBy: 'weight', sort: 'asc', limit: MOST }, { signal }).then(({ items }) => items),
  });
  const query = {
    ...(search === undefined ? ({ orderBy: 'weight', sort: 'asc' } as const) : { search }),
    ...(category !== undefined && { where: ['category.gid', '==', category] }),
    limit: MOST,
  };
  const products = useQuery({
    queryKey: ['products', 'orderable', organization.gid, query],
    queryFn: ({ signal }) => api.listOrganizationProducts(organization.gid, query, { signal }).then(),
  });
  const options = (categories.data ?? []).map(({ gid, title }) => ({ value: gid, name: title }));
  const placeOf = (gid: string): number => options.findIndex(({ value }) => value === gid);
  return (
    <>
      <div className="filters">
        <SearchBox label={texts.search} value={search} onChange={setSearch} />
        <Choice label={texts.category} value={category} onChange={setCategory} none={texts.all} options={options} />
      </div>
      <Shown of={products}>
        {({ items, total_count }) => (
          <>
            {items.length === 0 && <Empty title={texts.noneFound} />}
            {[...Map.groupBy(items, (product) => product.category.gid)]
              .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
              .map(([gid, group]) => (
                <Group key={gid} products={group} />
              ))}
            {total_count > items.length && <p className="hint">{texts.more(number(total_count - items.length))}</p>}
          </>
        )}
      </Shown>
    </>
  );
}

function Group({ products }: { products: readonly ProductSummary[] }) {
  const texts = useTexts(newOrderTexts);
  const { modes } = useTexts(optionTexts);
  const { title } = products[0]!.category;
  return (
    <section className="group" aria-label={title}>
      <h2>{title}</h2>
      <ul className="products">
        {products.map(({ gid, title, available_options: { mode, due } }) => (
          <li key={gid}>
            <Link to="/orders/new" search={{ product: gid }} className="section product">
              <strong>{title}</strong>
              <span className="hint">
                {mode.enum.map((one) => modes[one]).join(', ')} · {texts.from(Math.min(...due.enum))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
