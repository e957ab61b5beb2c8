import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTexts } from '../text/language.tsx';
import { LabeledField, type ControlAttributes } from './fields.tsx';
import { useChoices, type Choices } from './choices.ts';
import { useReason } from './states.tsx';
import { kitTexts } from './texts.ts';

const TYPING_MS = 200;

interface BoxProps<Item> {
  choices: Choices<Item>;
  /** The choice at first, or after somebody else changed it. */
  value?: Item | null | undefined;
  /** The label for no choice; without it, one must be chosen. */
  noneLabel?: string | undefined;
  onChoice?: (item: Item | undefined) => void;
}

interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
}

/** A choice of one, found by typing; its value is the gid. */
export function GidField<Item extends { gid: string }>({ name, label, hint, ...box }: FieldProps & BoxProps<Item>) {
  return (
    <LabeledField name={name} label={label} hint={hint}>
      {(control) => <Combobox label={label} control={control} {...box} />}
    </LabeledField>
  );
}

interface GidsProps<Item> extends FieldProps {
  choices: Choices<Item>;
  value: readonly Item[];
}

/** A choice of several; its values are the gids. For forms that send all: `changedValues` and a reset do not see it. */
export function GidsField<Item extends { gid: string }>({ name, label, hint, choices, value }: GidsProps<Item>) {
  const { remove, labelFor, choose } = useTexts(kitTexts);
  const [chosenItems, setChosenItems] = useState(value);
  const itemsWithout = (gid: string): Item[] => chosenItems.filter((one) => one.gid !== gid);
  const add = (item: Item | undefined): void => item && setChosenItems([...itemsWithout(item.gid), item]);
  return (
    <LabeledField name={name} label={label} hint={hint}>
      {(control) => (
        <>
          <Combobox isEmptied noneLabel={choose} label={label} control={control} choices={choices} onChoice={add} />
          <ul data-changed={chosenItems.map(({ gid }) => gid).join() !== value.map(({ gid }) => gid).join()}>
            {chosenItems.map((item) => (
              <li key={item.gid} className="chosen">
                {choices.nameOf(item)}
                <input type="hidden" name={name} value={item.gid} />
                <button
                  type="button"
                  className="clear"
                  aria-label={labelFor(remove, choices.nameOf(item))}
                  onClick={() => [setChosenItems(itemsWithout(item.gid)), document.getElementById(control.id)?.focus()]}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </LabeledField>
  );
}

interface ComboboxProps<Item> extends BoxProps<Item> {
  label: string;
  control: ControlAttributes;
  /** Keeps no choice, but is ready for the next. */
  isEmptied?: boolean;
}

function Combobox<Item extends { gid: string }>({ label, control: { name, ...control }, ...props }: ComboboxProps<Item>) {
  const texts = useTexts(kitTexts);
  const { choices, noneLabel, value, isEmptied } = props;
  const { box, input, items, status, isShown } = useBox(control.id, props);
  const gid = useRef<HTMLInputElement>(null);
  const { inputValue, selectedItem, highlightedIndex } = box;
  useEffect(() => {
    if (gid.current) gid.current.value = selectedItem?.gid ?? '';
    input.current?.setCustomValidity(inputValue !== '' && !selectedItem ? texts.unchosen : '');
  });
  return (
    <div className="combobox">
      <input
        {...box.getInputProps({ ref: input, 'aria-labelledby': undefined })}
        {...control}
        aria-expanded={isShown}
        placeholder={noneLabel ?? texts.choose}
        required={noneLabel === undefined}
      />
      {isEmptied !== true && <input ref={gid} name={name} defaultValue={value?.gid} hidden />}
      {inputValue !== '' && (
        <button
          type="button"
          className="clear"
          tabIndex={-1}
          aria-label={texts.labelFor(texts.clear, label)}
          onClick={() => [box.reset(), input.current?.focus()]}
        >
          ×
        </button>
      )}
      {/* Screen readers hear what comes into a status that was there before. */}
      <div className={isShown ? 'offered' : undefined}>
        <ul hidden={!isShown} {...box.getMenuProps({ 'aria-label': label })}>
          {items.map((item, index) => (
            <li key={item.gid} {...box.getItemProps({ item, index })} className={index === highlightedIndex ? 'active' : undefined}>
              {choices.nameOf(item)}
            </li>
          ))}
        </ul>
        <p role="status">{isShown && status}</p>
      </div>
    </div>
  );
}

/** Asks for what one types, and knows what is chosen. */
function useBox<Item extends { gid: string }>(
  inputId: string,
  { choices, value = null, onChoice, isEmptied }: BoxProps<Item> & Pick<ComboboxProps<Item>, 'isEmptied'>,
) {
  const texts = useTexts(kitTexts);
  const input = useRef<HTMLInputElement>(null);
  const { searchText, setSearchText, matches, total, error, isSettled } = useChoices(choices);
  const reason = useReason(error);
  const items = searchText === undefined ? [] : [...matches];
  const box = useCombobox<Item>({
    items,
    inputId,
    initialSelectedItem: value,
    itemToString: (item) => (item ? choices.nameOf(item) : ''),
    itemToKey: (item) => item?.gid,
    stateReducer,
    onSelectedItemChange: ({ type, selectedItem }) => {
      if (type === types.FunctionSelectItem) return;
      onChoice?.(selectedItem ?? undefined);
      if (isEmptied === true && selectedItem) box.reset();
    },
  });
  const { isOpen, inputValue, selectedItem, selectItem, highlightedIndex, setHighlightedIndex } = box;
  const typedText = selectedItem ? '' : inputValue.trim();
  useEffect(() => {
    const timer = setTimeout(() => setSearchText(isOpen ? typedText : undefined), typedText === '' ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [setSearchText, isOpen, typedText]);
  const isFound = isOpen && searchText !== '' && searchText === typedText && isSettled && matches.length > 0;
  // Enter takes the first that was found, and never one of the search before.
  useEffect(() => setHighlightedIndex(-1), [matches, setHighlightedIndex]);
  useEffect(() => {
    if (isFound && highlightedIndex < 0) setHighlightedIndex(0);
  }, [isFound, highlightedIndex, setHighlightedIndex]);
  useEffect(() => {
    const { form } = input.current!;
    const restart = (): void => selectItem(value);
    restart();
    form?.addEventListener('reset', restart);
    return () => form?.removeEventListener('reset', restart);
    // Another object may be the same thing.
  }, [value?.gid]);
  const isShort = typedText !== '' && typedText.length < (choices.minLength ?? 0);
  const noneText = isSettled && !isShort ? texts.nothing : undefined;
  const moreText = typedText === '' ? texts.choose : texts.more;
  const status = error ? reason : items.length === 0 ? noneText : total > items.length ? moreText : undefined;
  return { box, input, items, status, isShown: isOpen && (items.length > 0 || status !== undefined) };
}

const types = useCombobox.stateChangeTypes;

/** The differences from downshift's default behavior. */
function stateReducer<Item>(
  state: UseComboboxState<Item>,
  { type, changes }: UseComboboxStateChangeOptions<Item>,
): Partial<UseComboboxState<Item>> {
  const { selectedItem, inputValue, highlightedIndex } = state;
  // Another text is not that choice any more.
  if (type === types.InputChange) return { ...changes, selectedItem: null };
  // Leaving the field does not choose the option under the mouse.
  if (type === types.InputBlur) return { ...changes, selectedItem, inputValue };
  // Enter waits for what it may take.
  return type === types.InputKeyDownEnter && highlightedIndex < 0 ? state : changes;
}
