import type { Product, ProjectOptionsChoice } from '@partner-ordering/client';
import { useId } from 'react';
import { TextField } from '../kit/fields.tsx';
import { useProblem } from '../kit/form.tsx';
import { useReason } from '../kit/states.tsx';
import { isMissing } from '../api/queries.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import './options.css';
import type { Price } from './price.ts';
import { optionTexts } from './texts.ts';

/** What is chosen before anything is. */
export function firstChoice({ available_options: { mode, due, skill, quantity } }: Product): ProjectOptionsChoice {
  return {
    mode: mode.default ?? mode.enum[0]!,
    due: due.default ?? due.enum[0]!,
    skill: skill && (skill.default ?? skill.enum[0]!),
    quantity: quantity.default,
  };
}

interface OptionsProps {
  product: Product;
  chosen: ProjectOptionsChoice;
  onChange: (chosen: ProjectOptionsChoice) => void;
  price: Price;
}

/** The options that the product has, and what they cost. */
export function Options({ product, chosen, onChange, price }: OptionsProps) {
  const texts = useTexts(optionTexts);
  const { mode, due, skill, quantity } = product.available_options;
  const hint = product.additional_meta[`${chosen.mode}_mode_meta`]?.description ?? texts.modeHints[chosen.mode];
  const choices = <Name extends keyof ProjectOptionsChoice, Value extends ProjectOptionsChoice[Name] & (string | number)>(
    name: Name,
    values: readonly Value[],
    nameOf: (value: Value) => string,
  ) => (
    <Choices
      name={`options.${name}`}
      label={texts[name]}
      {...{ values, nameOf }}
      value={chosen[name]}
      onChange={(one) => onChange({ ...chosen, [name]: one })}
      hint={name === 'mode' ? hint : ''}
    />
  );
  return (
    <>
      {choices('mode', mode.enum, (one) => texts.modes[one])}
      {choices('due', due.enum, texts.days)}
      {skill && choices('skill', skill.enum, (one) => texts.skills[one])}
      {quantity.enum && quantity.enum.length > 1 && choices('quantity', quantity.enum, String)}
      {quantity.enum === null && (
        <TextField
          name="options.quantity"
          label={texts.quantity}
          type="number"
          min="1"
          required
          value={chosen.quantity ?? ''}
          onChange={({ target }) => onChange({ ...chosen, quantity: target.value === '' ? null : target.valueAsNumber })}
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

interface ChoicesProps<Value> {
  name: string;
  label: string;
  values: readonly Value[];
  value: string | number | null | undefined;
  nameOf: (value: Value) => string;
  onChange: (value: Value) => void;
  hint: string;
}

/** One of a few values, all of them seen. */
function Choices<Value extends string | number>({ name, label, values, value, nameOf, onChange, hint }: ChoicesProps<Value>) {
  const id = useId();
  const problem = useProblem(name);
  return (
    <fieldset className="choices" aria-describedby={id}>
      <legend>{label}</legend>
      <div className="actions">
        {values.map((one) => (
          <label key={one} className="button pick">
            <input type="radio" name={name} value={one} checked={one === value} onChange={() => onChange(one)} />
            {nameOf(one)}
          </label>
        ))}
      </div>
      <p id={id} className={problem === undefined ? 'hint' : 'wrong'}>
        {problem ?? hint}
      </p>
    </fieldset>
  );
}
