import type { CategorySummary, ListCategoriesFields, Product, ProductCreate } from '@partner-ordering/client';
import { api } from '../../api/client.ts';
import { GidField } from '../../kit/gid-field.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../../kit/fields.tsx';
import type { FormValues } from '../../kit/form.tsx';
import { choicesByName, MAX_CHOICES } from '../../kit/choices.ts';
import { optionTexts } from '../../options/texts.ts';
import { useTexts } from '../../text/language.tsx';
import { productsTexts } from './texts.ts';

type Category = Pick<CategorySummary, 'gid' | 'title'>;

const categoryChoices = choicesByName<Category>({
  collection: 'categories',
  nameOf: ({ title }) => title,
  read: (where, options) =>
    api.listCategories({ orderBy: 'title', sort: 'asc', limit: MAX_CHOICES, where: (c: ListCategoriesFields) => where(c.title) }, options),
});

const bothModes = ['solo', 'multi'] as const;

/** Asks for what a product is; for a new one without `product`. */
export function ProductFields({ product }: { product?: Product }) {
  const texts = useTexts(productsTexts);
  const { modes } = useTexts(optionTexts);
  return (
    <>
      <TextField name="title" label={texts.title} required maxLength={255} defaultValue={product?.title} />
      <GidField name="category" label={texts.category} choices={categoryChoices} value={product?.category} />
      <CheckField name="is_enabled" label={texts.isEnabled} defaultChecked={product?.is_enabled ?? true} />
      <OptionsFields product={product} />
      <TextField name="synonyms" label={texts.synonyms} hint={texts.commas} defaultValue={product?.synonyms.join(', ')} />
      <TextField name="weight" label={texts.weight} hint={texts.weightHint} type="number" defaultValue={product?.weight ?? 0} />
      {bothModes.map((mode) => (
        <details key={mode}>
          <summary>{texts.help(modes[mode])}</summary>
          <HelpFields name={`additional_meta.${mode}_mode_meta`} help={product?.additional_meta[`${mode}_mode_meta`]} />
        </details>
      ))}
    </>
  );
}

function OptionsFields({ product }: { product: Product | undefined }) {
  const texts = useTexts(productsTexts);
  const { mode, modes, skill, skills } = useTexts(optionTexts);
  const { available_options: options, is_cumulative } = product ?? {};
  return (
    <>
      <ChoicesField name="mode" label={mode} names={modes} option={options?.mode} />
      <TextField
        name="available_options.due.enum"
        label={texts.days}
        hint={texts.commas}
        required
        defaultValue={options?.due.enum.join(', ')}
      />
      <TextField name="available_options.due.default" label={texts.usualDays} type="number" defaultValue={options?.due.default ?? ''} />
      <ChoicesField name="skill" label={skill} names={skills} option={options?.skill} noneLabel={texts.noSkill} />
      <CheckField name="is_cumulative" label={texts.isCumulative} defaultChecked={is_cumulative} />
      <TextField
        name="available_options.quantity"
        label={texts.quantities}
        hint={texts.quantitiesHint}
        defaultValue={orderedValues(quantityOf(product)).join(', ')}
      />
    </>
  );
}

interface ChoicesProps {
  /** That of the option. */
  name: string;
  label: string;
  /** Two words with their names. */
  names: Readonly<Record<string, string>>;
  option: Option<string> | null | undefined;
  noneLabel?: string;
}

/** One of two words or both, the preselected one first. */
function ChoicesField({ name, label, names, option, noneLabel }: ChoicesProps) {
  const texts = useTexts(productsTexts);
  const [one, other] = Object.keys(names) as [string, string];
  return (
    <SelectField
      name={`available_options.${name}`}
      label={label}
      hint={texts.firstIsPreselected}
      noneLabel={noneLabel}
      options={[[one], [other], [one, other], [other, one]].map((words) => ({
        value: words.join(' '),
        name: words.map((word) => names[word]).join(', '),
      }))}
      defaultValue={orderedValues(option).join(' ')}
    />
  );
}

/** Texts that help people to write the brief. */
function HelpFields({ name, help }: { name: string; help: Product['additional_meta']['solo_mode_meta'] | undefined }) {
  const texts = useTexts(productsTexts);
  return (
    <div className="form">
      <TextArea name={`${name}.description`} label={texts.explanation} defaultValue={help?.description ?? ''} />
      <TextArea name={`${name}.brief_template`} label={texts.template} defaultValue={help?.brief_template ?? ''} />
    </div>
  );
}

interface Option<Value> {
  /** Null where anything is allowed. */
  enum: Value[] | null;
  default: Value | null;
}

const quantityOf = (product: Product | undefined) => (product?.is_cumulative === true ? product.available_options.quantity : null);

/** The allowed values, the preselected one first. */
const orderedValues = <Value,>(option: Option<Value> | null | undefined): Value[] =>
  option?.enum ? [...new Set([option.default ?? [], option.enum].flat() as Value[])] : [];

/** The chosen values, the first preselected. Unchanged, the option stays as it is: its default may be none, or not be shown. */
function optionIn<Value>(chosen: Value[], current: Option<unknown> | null | undefined) {
  if (current && String(chosen) === String(orderedValues(current))) return current as Option<Value> & { enum: Value[] };
  return chosen.length === 0 ? null : { enum: chosen, default: chosen[0]! };
}

const listIn = (text: string): string[] => text.split(/[,;]/).flatMap((one) => one.trim() || []);
const wordsIn = <Word extends string>(text: string): Word[] => text.split(' ').filter(Boolean) as Word[];

/** The values entered in the form. */
export function productIn({ text, number, isChecked }: FormValues, product?: Product) {
  const metaIn = (name: string) => ({
    description: text(`additional_meta.${name}.description`) || null,
    brief_template: text(`additional_meta.${name}.brief_template`) || null,
  });
  const { mode, skill } = product?.available_options ?? {};
  const quantities = listIn(text('available_options.quantity')).map(Number);
  return {
    title: text('title'),
    category: { gid: text('category') },
    is_enabled: isChecked('is_enabled'),
    is_cumulative: isChecked('is_cumulative'),
    available_options: {
      mode: optionIn(wordsIn<'solo' | 'multi'>(text('available_options.mode')), mode)!,
      due: { enum: listIn(text('available_options.due.enum')).map(Number), default: number('available_options.due.default') },
      skill: optionIn(wordsIn<'conception' | 'execution'>(text('available_options.skill')), skill),
      quantity: optionIn(quantities, isChecked('is_cumulative') ? quantityOf(product) : null),
    },
    synonyms: listIn(text('synonyms')),
    weight: number('weight') ?? 0,
    additional_meta: { solo_mode_meta: metaIn('solo_mode_meta'), multi_mode_meta: metaIn('multi_mode_meta') },
  } satisfies ProductCreate;
}
