import type { OrganizationReference, Product } from '@partner-ordering/client';
import { api } from '../../api/client.ts';
import { frameTexts } from '../../app/texts.ts';
import { Button } from '../../kit/button.tsx';
import { FormButton } from '../../kit/dialog.tsx';
import { List, Table } from '../../kit/list.tsx';
import { Section } from '../../kit/page.tsx';
import { Empty } from '../../kit/states.tsx';
import { kitTexts } from '../../kit/texts.ts';
import { useAction } from '../../kit/use-action.ts';
import { useTexts } from '../../text/language.tsx';
import { OrganizationField, OrganizationLink } from '../choices.tsx';
import { productsTexts } from './texts.ts';

/** The organizations that may order a product. */
export function AllowedOrganizations({ product: { gid, organizations } }: { product: Product }) {
  const texts = useTexts(productsTexts);
  const columns = [
    {
      title: useTexts(frameTexts).organization,
      cell: (organization: OrganizationReference) => <OrganizationLink organization={organization} />,
    },
  ];
  const allow = (
    <FormButton
      label={texts.allow}
      look={organizations.length === 0 ? 'main' : 'plain'}
      title={texts.allowTitle}
      done={texts.nowAllowed}
      onSubmit={({ text }) => api.allowProduct(gid, text('organization'))}
    >
      <OrganizationField />
    </FormButton>
  );
  return (
    <Section title={texts.allowed} actions={allow}>
      <List
        source={['product_organizations', gid]}
        read={(paging, options) => api.listProductOrganizations(gid, { orderBy: 'name', sort: 'asc', ...paging }, options)}
        empty={<Empty title={texts.nobody} />}
      >
        {(items) => (
          <Table caption={texts.allowed} columns={columns} items={items} actions={(one) => <Disallow product={gid} organization={one} />} />
        )}
      </List>
    </Section>
  );
}

function Disallow({ product, organization: { gid, name } }: { product: string; organization: OrganizationReference }) {
  const texts = useTexts(productsTexts);
  const { labelFor } = useTexts(kitTexts);
  const { run, isBusy } = useAction(() => api.disallowProduct(product, gid), texts.disallowed(name));
  return (
    <Button look="quiet" isBusy={isBusy} aria-label={labelFor(texts.disallow, name)} onClick={() => run()}>
      {texts.disallow}
    </Button>
  );
}
