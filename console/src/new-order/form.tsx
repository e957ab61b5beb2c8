import type { Money, Product, ProjectCreate } from '@partner-ordering/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useOrganization } from '../app/session.tsx';
import { Button } from '../kit/button.tsx';
import { Form, useProblem } from '../kit/form.tsx';
import { Section } from '../kit/page.tsx';
import { reasonOf } from '../kit/states.tsx';
import { useToast } from '../kit/toast.tsx';
import { firstChoice, Options } from '../options/options.tsx';
import { usePrice } from '../options/price.ts';
import { useFormat } from '../text/format.ts';
import { htmlOf } from '../text/html.ts';
import { useTexts } from '../text/language.tsx';
import { useOrdering, useOutcome } from './ask.ts';
import { BriefFields, type Brief } from './brief.tsx';
import { Summary } from './summary.tsx';
import { newOrderTexts } from './texts.ts';

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
  const asked = useOutcome(priced && order.title !== '' && order.description !== '' ? order : undefined);
  // Not that of other options before.
  const outcome = asked?.data?.price?.amount === price.data?.amount ? asked?.data : undefined;
  return { options, setOptions, price, order, asked, outcome, isPriced: product === null || Boolean(priced) };
}

/** The order of a product; without one a specific request, which gets its options and price by a proposal. */
export function OrderForm({ product, brief }: { product: Product | null; brief: Brief }) {
  const texts = useTexts(newOrderTexts);
  const { options, setOptions, price, order, asked, outcome, isPriced } = useOrder(product, brief);
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
      onSubmit={(entered) => send(entered.text('state') === 'draft' ? 'draft' : main)}
      isDisabled={isUnready}
      buttons={draft}
    >
      <div className="columns">
        <div className="stack">
          {product && options && (
            <Section title={product.title}>
              <Options product={product} chosen={options} onChange={setOptions} price={price} />
            </Section>
          )}
          <BriefFields
            title={product === null ? texts.specific : texts.brief}
            brief={brief}
            template={options && product?.additional_meta[`${options.mode}_mode_meta`]?.brief_template}
          />
        </div>
        <Summary isSpecific={product === null} price={price.data} asked={asked} outcome={outcome} />
      </div>
      <PriceChanged to={price.data} />
    </Form>
  );
}

type Sent = 'place' | 'approve' | 'ask' | 'draft';

/** Sends the order, and leads to it. */
function useSendOrder(order: ProjectCreate) {
  const texts = useTexts(newOrderTexts);
  const toast = useToast();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useOrdering();
  return async (as: Sent): Promise<void> => {
    const gid = await create(as === 'draft' ? { ...order, state: 'draft' } : order).catch((error: unknown) => {
      void queries.invalidateQueries({ queryKey: ['prices'] });
      throw error;
    });
    try {
      if (as === 'ask') await api.updateProject(gid, { state: 'waiting_for_proposal' });
      toast(texts.sent[as]);
    } catch (error) {
      // The draft is there, and its own screen offers to ask again.
      toast(`${texts.sent.draft} ${reasonOf(error) ?? ''}`, 'wrong');
    }
    await navigate({ to: '/orders/$gid', params: { gid }, ignoreBlocker: true });
  };
}

/** Beside the buttons, where the reader is when the API says so. */
function PriceChanged({ to }: { to: Money | undefined }) {
  const texts = useTexts(newOrderTexts);
  const { money } = useFormat();
  return useProblem('price') !== undefined && <p className="wrong">{texts.priceChanged(money(to))}</p>;
}
