import type { Money, Product, ProjectCreate } from '@partner-ordering/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { Button } from '../kit/button.tsx';
import { TextArea, TextField } from '../kit/fields.tsx';
import { Form, useFault } from '../kit/form.tsx';
import { Section } from '../kit/page.tsx';
import { reasonOf } from '../kit/states.tsx';
import { kitTexts } from '../kit/texts.ts';
import { useToast } from '../kit/toast.tsx';
import { Uploads, type useUploads } from '../kit/upload.tsx';
import { firstChoice, Options, usePrice } from '../options/options.tsx';
import { useFormat } from '../text/format.ts';
import { htmlOf } from '../text/html.ts';
import { useTexts } from '../text/language.tsx';
import { useOrdering, useOutcome } from './outcome.ts';
import { Summary } from './summary.tsx';
import { newOrderTexts } from './texts.ts';

/** The entries that stay when another product is chosen. */
export interface Brief {
  title: string;
  description: string;
  change: (texts: { title?: string; description?: string }) => void;
  uploads: ReturnType<typeof useUploads>;
}

/** The order as it is entered so far, what it costs, and what would come of it. */
function useOrder(product: Product | null, { title, description, uploads }: Brief) {
  const organization = useOrganization();
  const [options, setOptions] = useState(product && firstChoice(product));
  const price = usePrice(organization.gid, product, options ?? {});
  const priced = product &&
    options &&
    price.data && { product: { gid: product.gid }, options, price: { amount: price.data.amount, currency: price.data.currency } };
  const order: ProjectCreate = {
    ...(priced || { product: null }),
    title: title.trim(),
    description: htmlOf(description.trim()),
    organization: { gid: organization.gid },
    state: product === null ? 'draft' : 'published',
    brief_files: uploads.attached,
  };
  const outcomeQuery = useOutcome(priced && order.title !== '' && order.description !== '' ? order : undefined);
  // Not that of other options before.
  const outcome = outcomeQuery?.data?.price?.amount === price.data?.amount ? outcomeQuery?.data : undefined;
  return { options, setOptions, price, order, outcomeQuery, outcome, isPriced: product === null || Boolean(priced) };
}

/** The order of a product; without one a specific request, which gets its options and price by a proposal. */
export function OrderForm({ product, brief }: { product: Product | null; brief: Brief }) {
  const texts = useTexts(newOrderTexts);
  const { options, setOptions, price, order, outcomeQuery, outcome, isPriced } = useOrder(product, brief);
  const send = useSendOrder(order);
  const main = product === null ? 'ask' : outcome?.state === 'require_approval' ? 'approve' : 'place';
  const isUnready = !brief.uploads.isDone || !isPriced;
  const draft = (
    <Button type="submit" name="state" value="draft" disabled={isUnready}>
      {texts.submit.draft}
    </Button>
  );
  return (
    <Form
      submit={texts.submit[main]}
      onSubmit={(values) => send(values.text('state') === 'draft' ? 'draft' : main)}
      isDisabled={isUnready}
      buttons={draft}
    >
      <div className="columns">
        <div className="stack">
          {product && options && (
            <Section title={product.title}>
              <Options product={product} choice={options} onChange={setOptions} price={price} />
            </Section>
          )}
          <BriefFields
            title={product === null ? texts.specific : texts.brief}
            brief={brief}
            template={options && product?.additional_meta[`${options.mode}_mode_meta`]?.brief_template}
          />
        </div>
        <Summary isSpecific={product === null} price={price.data} outcomeQuery={outcomeQuery} outcome={outcome} />
      </div>
      <PriceChanged price={price.data} />
    </Form>
  );
}

/** Sends the order, and leads to it. */
function useSendOrder(order: ProjectCreate) {
  const { offline } = useTexts(kitTexts);
  const toast = useToast();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useOrdering();
  return async (action: keyof typeof newOrderTexts.en.submit): Promise<void> => {
    const gid = await create(action === 'draft' ? { ...order, state: 'draft' } : order).catch((error: unknown) => {
      void queries.invalidateQueries({ queryKey: ['prices'] });
      throw error;
    });
    // Should that fail, the draft is there, and its own screen offers to ask again.
    const askForProposal = () => api.updateProject(gid, { state: 'waiting_for_proposal' });
    if (action === 'ask') await askForProposal().catch((error: unknown) => toast(reasonOf(error) ?? offline, 'wrong'));
    await navigate({ to: '/orders/$gid', params: { gid }, ignoreBlocker: true });
  };
}

/** Beside the buttons, where the reader is when the API says so. */
function PriceChanged({ price }: { price: Money | undefined }) {
  const texts = useTexts(newOrderTexts);
  const { money } = useFormat();
  return useFault('price') !== undefined && <p className="wrong">{texts.priceChanged(money(price))}</p>;
}

function BriefFields({ title, brief, template }: { title: string; brief: Brief; template: string | null | undefined }) {
  const texts = useTexts(newOrderTexts);
  const { description, change, uploads } = brief;
  const start = template != null && (
    <Button look="quiet" disabled={description !== ''} onClick={() => change({ description: template })}>
      {texts.useTemplate}
    </Button>
  );
  return (
    <Section title={title} actions={start}>
      <TextField
        name="title"
        label={texts.name}
        required
        maxLength={255}
        value={brief.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextArea
        name="description"
        label={texts.description}
        hint={texts.descriptionHint}
        required
        rows={8}
        value={description}
        onChange={({ target }) => change({ description: target.value })}
      />
      <Uploads label={texts.files} uploads={uploads} />
    </Section>
  );
}
