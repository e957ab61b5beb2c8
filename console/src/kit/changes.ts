/** The content of each form when it was last sent: it is not lost any more. */
const sentContents = new WeakMap<HTMLFormElement, string>();
export const markSent = (form: HTMLFormElement): unknown => sentContents.set(form, contentOf(form));
export const unmarkSent = (form: HTMLFormElement): boolean => sentContents.delete(form);

/** Whether a field is as it was when its form was last sent. */
export function isSent({ form, name, value }: HTMLInputElement | HTMLTextAreaElement): boolean {
  const sent = JSON.parse((form && sentContents.get(form)) ?? '[]') as [string, string][];
  return sent.some(([field, content]) => field === name && content === value.trim());
}

/** Whether the reader entered something there and did not send it. `data-changed` says so where the fields do not, and for its forms. */
export const hasChanges = (where: ParentNode): boolean =>
  where.querySelector('[data-changed="true"]') !== null ||
  [...where.querySelectorAll<HTMLFormElement>('form.form:not([data-changed] *)')].some(isChanged);

function isChanged(form: HTMLFormElement): boolean {
  const content = contentOf(form);
  return content !== sentContents.get(form) && content !== contentOf(untouched(form), form);
}

/** The form as it was before the reader changed its fields. */
export function untouched(form: HTMLFormElement): HTMLFormElement {
  const copy = form.cloneNode(true) as HTMLFormElement;
  copy.reset();
  return copy;
}

/** The fields as they are sent, but for those that the browser filled in, such as a saved password. */
function contentOf(fields: HTMLFormElement, form = fields): string {
  const filled = [...form.querySelectorAll<HTMLInputElement>('input:autofill')].map(({ name }) => name);
  const entries = [...new FormData(fields)].filter(([name]) => !filled.includes(name));
  return JSON.stringify(entries.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value.name]));
}

/** Asks the reader, once there is a frame. */
let ask = (go: () => void): void => go();
export const askBy = (by: typeof ask): void => void (ask = by);

/** Goes on, but where something entered in that place would be lost only if the reader says so. */
export const leave = (where: ParentNode | null, go: () => void): void => (where && hasChanges(where) ? ask(go) : go());
