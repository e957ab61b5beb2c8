import type { Price, PriceCreate, Product, ProductSummary } from '@partner-ordering/client';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Look } from '../../kit/button.tsx';
import { GidField } from '../../kit/gid-field.tsx';
import { SelectField, TextField } from '../../kit/fields.tsx';
import { EditButton, FormButton } from '../../kit/dialog.tsx';
import type { FormValues } from '../../kit/form.tsx';
import { MoneyFields, moneyIn } from '../../kit/money.tsx';
import { optionTexts } from '../../options/texts.ts';
import { inputOf, timeIn } from '../../text/format.ts';
import { useTexts } from '../../text/language.tsx';
import { OrganizationField, productChoices } from '../choices.tsx';
import { pricesTexts } from './texts.ts';
import { textFor } from '../../text/values.ts';

interface AddProps {
  /** The product of the price; otherwise the form asks for it. */
  product?: Product;
  /** For this organization; else for one that is chosen, or for all. */
  organization?: string;
  look: Look;
}

/** Adds a price. */
export function AddPrice({ product, organization, look }: AddProps) {
  const texts = useTexts(pricesTexts);
  const add = (values: FormValues): Promise<unknown> => {
    const { text, number } = values;
    const payer = organization ?? text('organization');
    return api.createPrice({
      product: { gid: product?.gid ?? text('product') },
      organization: payer === '' ? null : { gid: payer },
      options: {
        mode: text('options.mode') as PriceCreate['options']['mode'],
        due: number('options.due')!,
        skill: (text('options.skill') as 'conception' | 'execution') || null,
      },
      ...priceIn(values),
    });
  };
  return (
    <FormButton look={look} label={texts.add} onSubmit={add}>
      {organization === undefined && <OrganizationField noneLabel={texts.everybody} />}
      {product === undefined ? <ProductAndOptions /> : <OptionFields product={product} />}
      <PriceFields />
      <p className="hint">{texts.promotionHint}</p>
    </FormButton>
  );
}

/** Changes what a price costs, and when it is valid. */
export function EditPrice({ price, name }: { price: Price; name: string }) {
  return (
    <EditButton isInRow name={name} onSubmit={(values) => api.updatePrice(price.gid, priceIn(values))}>
      <PriceFields price={price} />
    </EditButton>
  );
}

function ProductAndOptions() {
  const texts = useTexts(pricesTexts);
  const [product, setProduct] = useState<Pick<ProductSummary, 'gid' | 'available_options'>>();
  return (
    <>
      <GidField name="product" label={texts.product} choices={productChoices} onChoice={setProduct} />
      {product && <OptionFields key={product.gid} product={product} />}
    </>
  );
}

function OptionFields({ product }: { product: Pick<ProductSummary, 'available_options'> }) {
  const texts = useTexts(optionTexts);
  const { mode, due, skill } = product.available_options;
  const modes = mode.enum.map((value) => ({ value, name: textFor(texts.modes, value) }));
  const days = due.enum.map((value) => ({ value, name: texts.days(value) }));
  const skills = skill?.enum.map((value) => ({ value, name: textFor(texts.skills, value) }));
  return (
    <>
      <SelectField name="options.mode" label={texts.mode} options={modes} />
      <SelectField name="options.due" label={texts.due} options={days} />
      {skills && <SelectField name="options.skill" label={texts.skill} options={skills} />}
    </>
  );
}

function PriceFields({ price }: { price?: Price }) {
  const texts = useTexts(pricesTexts);
  const { valid_from = null, valid_until = null } = price ?? {};
  const time = { type: 'datetime-local', step: 'any' };
  return (
    <>
      <MoneyFields prefix="" label={useTexts(optionTexts).net} value={price} />
      <TextField name="valid_from" label={texts.from} {...time} defaultValue={inputOf(valid_from)} />
      <TextField name="valid_until" label={texts.until} hint={texts.untilHint} {...time} defaultValue={inputOf(valid_until)} />
    </>
  );
}

/** Times that nobody touched are left out: their fields show no fractions of a second. */
const priceIn = (values: FormValues) => ({
  ...moneyIn(values, ''),
  ...values.changedValues(({ text }) => ({ valid_from: timeIn(text('valid_from')), valid_until: timeIn(text('valid_until')) })),
});
