import type { ModeWrite, Product, ProjectOptionsChoice, SkillWrite } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../api/client.ts';
import { isMissing } from '../api/queries.ts';
import { TextField } from '../kit/fields.tsx';
import { useFault } from '../kit/form.tsx';
import { useReason } from '../kit/states.tsx';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import './options.css';
import { optionTexts } from './texts.ts';
import { textFor } from '../text/values.ts';

/** The options chosen at first; a product offers what orders take. */
export function firstChoice({ available_options: { mode, due, skill, quantity } }: Product): ProjectOptionsChoice {
  return {
    mode: (mode.default ?? mode.enum[0]!) as ModeWrite,
    due: due.default ?? due.enum[0]!,
    skill: skill && ((skill.default ?? skill.enum[0]!) as SkillWrite),
    quantity: quantity.default,
  };
}

export interface OptionsProps {
  product: Product;
  choice: ProjectOptionsChoice;
  onChange: (choice: ProjectOptionsChoice) => void;
  price: Price;
}

/** The options that the product has, and what they cost. */
export function Options({ product, choice, onChange, price }: OptionsProps) {
  const texts = useTexts(optionTexts);
  const { mode, due, skill, quantity } = product.available_options;
  const [firstQuantity] = useState(choice.quantity);
  const hint = product.additional_meta[`${choice.mode}_mode_meta`]?.description ?? texts.modeHints[choice.mode];
  const modes = mode.enum.map((value) => ({ value, name: textFor(texts.modes, value) }));
  const days = due.enum.map((value) => ({ value, name: texts.days(value) }));
  const skills = skill?.enum.map((value) => ({ value, name: textFor(texts.skills, value) }));
  const quantities = quantity.enum?.map((value) => ({ value, name: String(value) })) ?? [];
  const choices = (name: keyof ProjectOptionsChoice, options: ChoicesProps['options'], hint = '') => (
    <Choices
      name={`options.${name}`}
      label={texts[name]}
      options={options}
      hint={hint}
      value={choice[name]}
      onChange={(value) => onChange({ ...choice, [name]: value })}
    />
  );
  return (
    <>
      {choices('mode', modes, hint)}
      {choices('due', days)}
      {skills && choices('skill', skills)}
      {quantities.length > 1 && choices('quantity', quantities)}
      {quantity.enum === null && (
        <TextField
          name="options.quantity"
          label={texts.quantity}
          type="number"
          min="1"
          required
          defaultValue={firstQuantity ?? ''}
          onChange={({ target }) => onChange({ ...choice, quantity: target.value === '' ? null : target.valueAsNumber })}
        />
      )}
      <PriceLine price={price} />
    </>
  );
}

/** The price of the chosen options, or in words why there is none. */
function PriceLine({ price: { data, error } }: { price: Price }) {
  const texts = useTexts(optionTexts);
  const { money } = useFormat();
  const reason = useReason(error);
  if (error)
    return (
      <p className="wrong" role="alert">
        {isMissing(error) ? texts.noPrice : reason}
      </p>
    );
  return (
    <p role="status">
      {texts.net} <strong className="price">{money(data)}</strong>
    </p>
  );
}

interface ChoicesProps {
  name: string;
  label: string;
  options: readonly { value: string | number; name: string }[];
  value: string | number | null | undefined;
  onChange: (value: string | number) => void;
  hint: string;
}

/** One of a few values, all of them seen. */
function Choices({ name, label, options, value, onChange, hint }: ChoicesProps) {
  const id = useId();
  const fault = useFault(name);
  return (
    <fieldset className="stacked" aria-describedby={id}>
      <legend>{label}</legend>
      <div className="actions">
        {options.map((option) => (
          <label key={option.value} className="button pick">
            <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.name}
          </label>
        ))}
      </div>
      <p id={id} className={fault === undefined ? 'hint' : 'wrong'}>
        {fault ?? hint}
      </p>
    </fieldset>
  );
}

/** This organization's price of these options; never that of previous ones, which would be approved unseen. */
export const usePrice = (
  organization: string,
  product: Pick<Product, 'gid'> | null,
  { mode, due, skill, quantity }: Partial<ProjectOptionsChoice>,
) =>
  useQuery({
    queryKey: ['prices', organization, product?.gid, mode, due, skill, quantity],
    queryFn: ({ signal }) =>
      api.getPriceFor(
        {
          'product.gid': product!.gid,
          'organization.gid': organization,
          'options.mode': mode!,
          'options.due': due!,
          ...(skill != null && { 'options.skill': skill }),
          'options.quantity': quantity!,
        },
        { signal },
      ),
    enabled: product !== null && quantity != null,
  });

type Price = ReturnType<typeof usePrice>;
