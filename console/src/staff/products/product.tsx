import type { ListPricesFields, Price, Product } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { productQuery } from '../../api/reads.ts';
import { frameTexts } from '../../app/texts.ts';
import { DeleteButton, EditButton } from '../../kit/dialog.tsx';
import { Enabled, Facts, Page, Section } from '../../kit/page.tsx';
import { Empty, QueryScreen } from '../../kit/states.tsx';
import type { Column } from '../../kit/list.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { optionTexts } from '../../options/texts.ts';
import { useTexts } from '../../text/language.tsx';
import { AddPrice } from '../prices/price-form.tsx';
import { PriceList } from '../prices/price-list.tsx';
import { pricesTexts } from '../prices/texts.ts';
import { AllowedOrganizations } from './allowed-organizations.tsx';
import { ProductFields, productIn } from './product-form.tsx';
import { productsTexts } from './texts.ts';
import { textFor } from '../../text/values.ts';

const route = getRouteApi('/staff/products/$gid');

/** One product: what it is, what it costs, and who may order it. */
export function ProductScreen() {
  const { gid } = route.useParams();
  const product = useQuery(productQuery(gid));
  return <QueryScreen query={product}>{(found) => <ProductPage key={gid} product={found} />}</QueryScreen>;
}

function ProductPage({ product }: { product: Product }) {
  const { prices } = useTexts(pricesTexts);
  const breadcrumbs = <Link to="/staff/products">{useTexts(frameTexts).products}</Link>;
  const isAllowed = product.organizations.length > 0;
  return (
    <Page title={product.title} breadcrumbs={breadcrumbs} actions={<Actions product={product} />}>
      <div className="columns">
        <Section title={prices} actions={<AddPrice product={product} look={isAllowed ? 'main' : 'plain'} />}>
          <Prices product={product} />
        </Section>
        <div className="stack">
          <ProductDetails product={product} />
          <AllowedOrganizations product={product} />
        </div>
      </div>
    </Page>
  );
}

function ProductDetails({ product }: { product: Product }) {
  const texts = useTexts(productsTexts);
  const options = useTexts(optionTexts);
  const { mode, due, skill, quantity } = product.available_options;
  return (
    <Section title={texts.about}>
      <Facts
        entries={[
          [useTexts(kitTexts).status, <Enabled isEnabled={product.is_enabled} />],
          [texts.category, product.category.title],
          [options.mode, mode.enum.map((one) => textFor(options.modes, one)).join(', ')],
          [options.due, due.enum.map((one) => options.days(one)).join(', ')],
          [options.skill, skill?.enum.map((one) => textFor(options.skills, one)).join(', ')],
          [options.quantity, product.is_cumulative ? (quantity.enum?.join(', ') ?? texts.anyQuantity) : null],
          [texts.synonyms, product.synonyms.join(', ')],
        ]}
      />
    </Section>
  );
}

function Actions({ product }: { product: Product }) {
  const { removeText } = useTexts(productsTexts);
  const navigate = useNavigate();
  const { gid, title } = product;
  const remove = async (): Promise<void> => {
    await api.deleteProduct(gid);
    await navigate({ to: '/staff/products' });
  };
  return (
    <>
      <EditButton name={title} onSubmit={(values) => api.updateProduct(gid, productIn(values, product))}>
        <ProductFields product={product} />
      </EditButton>
      <DeleteButton name={title} text={removeText} act={remove} />
    </>
  );
}

/** The product's price for each organization. */
function Prices({ product: { gid } }: { product: Product }) {
  const texts = useTexts(pricesTexts);
  const first: Column<Price> = {
    title: useTexts(frameTexts).organization,
    cell: ({ organization }) =>
      organization === null ? (
        <span className="row-name">{texts.everybody}</span>
      ) : (
        <Link to="/staff/organizations/$gid/prices" params={{ gid: organization.gid }} search={{ product: gid }}>
          {organization.name}
        </Link>
      ),
  };
  return (
    <PriceList
      owner={gid}
      first={first}
      read={(query, options) => api.listPrices({ where: (p: ListPricesFields) => p.product.gid.eq(gid), ...query }, options)}
      empty={<Empty title={texts.none} />}
    />
  );
}
