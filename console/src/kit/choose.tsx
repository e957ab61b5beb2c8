import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTexts } from '../text/language.tsx';
import { Labelled, type Described } from './fields.tsx';
import { useFound, type Choices } from './found.ts';
import { useReason } from './states.tsx';
import { kitTexts } from './texts.ts';

const TYPING_MS = 200;

interface BoxProps<Item> {
  of: Choices<Item>;
  /** The choice at first, or after somebody else changed it. */
  value?: Item | null | undefined;
  /** The label for no choice; without it, one must be chosen. */
  none?: string | undefined;
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
    <Labelled name={name} label={label} hint={hint}>
      {(described) => <Combobox label={label} described={described} {...box} />}
    </Labelled>
  );
}

interface GidsProps<Item> extends FieldProps {
  of: Choices<Item>;
  value: readonly Item[];
}

/** A choice of several; its values are the gids. For forms that send all: `changed` and a reset do not see it. */
export function GidsField<Item extends { gid: string }>({ name, label, hint, of, value }: GidsProps<Item>) {
  const { remove, about, choose } = useTexts(kitTexts);
  const [chosen, setChosen] = useState(value);
  const without = (gid: string): Item[] => chosen.filter((one) => one.gid !== gid);
  const add = (item: Item | undefined): void => item && setChosen([...without(item.gid), item]);
  return (
    <Labelled name={name} label={label} hint={hint}>
      {(described) => (
        <>
          <Combobox isEmptied none={choose} label={label} described={described} of={of} onChoice={add} />
          <ul>
            {chosen.map((item) => (
              <li key={item.gid} className="chosen">
                {of.nameOf(item)}
                <input type="hidden" name={name} value={item.gid} />
                <button
                  type="button"
                  className="clear"
                  aria-label={about(remove, of.nameOf(item))}
                  onClick={() => [setChosen(without(item.gid)), document.getElementById(described.id)?.focus()]}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Labelled>
  );
}

interface ComboboxProps<Item> extends BoxProps<Item> {
  label: string;
  described: Described;
  /** Keeps no choice, but is ready for the next. */
  isEmptied?: boolean;
}

function Combobox<Item extends { gid: string }>({ label, described: { name, ...described }, ...props }: ComboboxProps<Item>) {
  const texts = useTexts(kitTexts);
  const { of, none, value, isEmptied } = props;
  const { box, input, items, said, isShown } = useBox(described.id, props);
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
        {...described}
        aria-expanded={isShown}
        placeholder={none ?? texts.choose}
        required={none === undefined}
      />
      {isEmptied !== true && <input ref={gid} name={name} defaultValue={value?.gid} hidden />}
      {inputValue !== '' && (
        <button
          type="button"
          className="clear"
          tabIndex={-1}
          aria-label={texts.about(texts.clear, label)}
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
              {of.nameOf(item)}
            </li>
          ))}
        </ul>
        <p role="status">{isShown && said}</p>
      </div>
    </div>
  );
}

/** Asks for what one types, and knows what is chosen. */
function useBox<Item extends { gid: string }>(
  inputId: string,
  { of, value = null, onChoice, isEmptied }: BoxProps<Item> & Pick<ComboboxProps<Item>, 'isEmptied'>,
) {
  const texts = useTexts(kitTexts);
  const input = useRef<HTMLInputElement>(null);
  const { asked, ask, found, total, error, isSettled } = useFound(of);
  const reason = useReason(error);
  const items = asked === undefined ? [] : [...found];
  const box = useCombobox<Item>({
    items,
    inputId,
    initialSelectedItem: value,
    itemToString: (item) => (item ? of.nameOf(item) : ''),
    itemToKey: (item) => item?.gid,
    stateReducer: reduce,
    onSelectedItemChange: ({ type, selectedItem }) => {
      if (type === types.FunctionSelectItem) return;
      onChoice?.(selectedItem ?? undefined);
      if (isEmptied === true && selectedItem) box.reset();
    },
  });
  const { isOpen, inputValue, selectedItem, selectItem, highlightedIndex, setHighlightedIndex } = box;
  const wanted = selectedItem ? '' : inputValue.trim();
  useEffect(() => {
    const timer = setTimeout(() => ask(isOpen ? wanted : undefined), wanted === '' ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [ask, isOpen, wanted]);
  const isFound = isOpen && asked !== '' && asked === wanted && isSettled && found.length > 0;
  // Enter takes the first that was found, and never one of the search before.
  useEffect(() => setHighlightedIndex(-1), [found, setHighlightedIndex]);
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
  const isShort = wanted !== '' && wanted.length < (of.least ?? 0);
  const none = isSettled && !isShort ? texts.nothing : undefined;
  const more = wanted === '' ? texts.choose : texts.more;
  const said = error ? reason : items.length === 0 ? none : total > items.length ? more : undefined;
  return { box, input, items, said, isShown: isOpen && (items.length > 0 || said !== undefined) };
}

const types = useCombobox.stateChangeTypes;

/** The differences from downshift's default behavior. */
function reduce<Item>(
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
