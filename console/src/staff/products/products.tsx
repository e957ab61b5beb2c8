import type { ProductSummary } from '@partner-ordering/client';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useCategories } from '../../api/reads.ts';
import { frameTexts } from '../../app/texts.ts';
import { Choice, ListSearch, useFilters } from '../../kit/filters.tsx';
import { FormButton } from '../../kit/dialog.tsx';
import { type Column, List, Table } from '../../kit/list.tsx';
import { Enabled, Page } from '../../kit/page.tsx';
import { Empty } from '../../kit/states.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { optionTexts } from '../../options/texts.ts';
import { useTexts } from '../../text/language.tsx';
import { ProductLink, productsBy } from '../choices.tsx';
import { Categories } from './categories.tsx';
import { ProductFields, productIn } from './product-form.tsx';
import { productsTexts } from './texts.ts';
import { textFor } from '../../text/values.ts';

/** The products, by category. */
export function Products() {
  const texts = useTexts(productsTexts);
  const {
    search: { search, category },
    set,
  } = useFilters();
  const categories = useCategories().map(({ gid, title }) => ({ value: gid, name: title }));
  const query = { ...productsBy(search), ...(category !== undefined && { where: ['category.gid', '==', category] }) };
  return (
    <Page title={useTexts(frameTexts).products} actions={<NewProduct />}>
      <div className="filters">
        <ListSearch label={texts.search} />
        <Choice
          label={texts.category}
          value={category}
          noneLabel={texts.allCategories}
          options={categories}
          onChange={(gid) => set({ category: gid })}
        />
      </div>
      <div className="columns">
        <List
          source={['products', undefined]}
          filter={query}
          read={(paging, options) => api.listProducts({ ...query, ...paging }, options)}
          isInAddress
          empty={<Empty title={useTexts(kitTexts).nothing} />}
        >
          {(items) => <ProductTable items={items} />}
        </List>
        <Categories />
      </div>
    </Page>
  );
}

function ProductTable({ items }: { items: readonly ProductSummary[] }) {
  const texts = useTexts(productsTexts);
  const { mode, modes } = useTexts(optionTexts);
  const columns: Column<ProductSummary>[] = [
    { title: texts.title, cell: (product) => <ProductLink product={product} /> },
    { title: texts.category, cell: ({ category }) => category.title },
    { title: mode, cell: ({ available_options }) => available_options.mode.enum.map((one) => textFor(modes, one)).join(', ') },
    { title: useTexts(kitTexts).status, cell: ({ is_enabled }) => <Enabled isEnabled={is_enabled} /> },
  ];
  return <Table caption={useTexts(frameTexts).products} columns={columns} items={items} />;
}

function NewProduct() {
  const texts = useTexts(productsTexts);
  const navigate = useNavigate();
  return (
    <FormButton
      look="main"
      label={texts.add}
      submit={texts.create}
      done={texts.created}
      onSubmit={async (values) => {
        const { gid } = await api.createProduct(productIn(values));
        await navigate({ to: '/staff/products/$gid', params: { gid } });
      }}
    >
      <ProductFields />
    </FormButton>
  );
}
