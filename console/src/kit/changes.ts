/** Stands on what the reader changed although the fields do not show it, such as chosen files. */
const CHANGED = '[data-changed="true"]';

/** The content of each form when it was last sent: it is not lost any more. */
const sentContents = new WeakMap<HTMLFormElement, string>();
export const markSent = (form: HTMLFormElement): unknown => sentContents.set(form, contentOf(form));
export const unmarkSent = (form: HTMLFormElement): boolean => sentContents.delete(form);

/** Whether the reader entered something there, in a form or beside one, that they did not send. */
export const hasChanges = (where: ParentNode): boolean =>
  [...where.querySelectorAll<HTMLFormElement>('form.form')].some(isChanged) ||
  [...where.querySelectorAll(CHANGED)].some((element) => element.closest('form') === null);

function isChanged(form: HTMLFormElement): boolean {
  const content = contentOf(form);
  if (content === sentContents.get(form)) return false;
  if (form.dataset['changed'] !== undefined) return form.matches(CHANGED);
  return form.querySelector(CHANGED) !== null || content !== contentOf(untouched(form));
}

/** The form as it was before the reader changed its fields. */
export function untouched(form: HTMLFormElement): HTMLFormElement {
  const copy = form.cloneNode(true) as HTMLFormElement;
  copy.reset();
  return copy;
}

const contentOf = (form: HTMLFormElement): string =>
  JSON.stringify([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value.name]));

/** Asks the reader, once there is a frame. */
let ask = (go: () => void): void => go();
export const askBy = (by: typeof ask): void => void (ask = by);

/** Goes on, but where something entered in that place would be lost only if the reader says so. */
export const leave = (where: ParentNode | null, go: () => void): void => (where && hasChanges(where) ? ask(go) : go());
