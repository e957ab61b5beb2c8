import type { Operation } from '@partner-ordering/openapi';
import type { System } from './operations.ts';

/** Opens the operation that the address names: `#createProject`, or the tag of `#tag/Projects`, as the document's own texts link to it. */
export function followAddress({ layoutActions }: System, operations: ReadonlyMap<string, Operation>): void {
  const name = location.hash.slice(1);
  const operation = operations.get(name);
  const tag = operation?.tags?.[0] ?? /^tag\/(.+)$/.exec(name)?.[1]?.replaceAll('-', ' ');
  if (tag === undefined) return;
  layoutActions.show(['operations-tag', tag], true);
  if (operation) layoutActions.show(['operations', tag, name], true);
  // While many operations are open, Swagger UI draws only those in view.
  layoutActions.scrollToVirtualizedOperation(operation ? ['operations', tag, name] : ['operations-tag', tag]);
  const id = operation ? `operations-${tag}-${name}` : `operations-tag-${tag}`;
  whenDrawn(`#${CSS.escape(id.replaceAll(' ', '_'))}`, (element) => {
    element.scrollIntoView();
    layoutActions.clearScrollToVirtualizedOperation();
  });
}

/** Leads to the answer of an operation by the heading before it: the pressed button loses the focus while it is disabled. */
export function showAnswer(operationId: string): void {
  whenDrawn(`[id$="-${operationId}"]:has(.execute:enabled) h4:has(+ .live-responses-table)`, (heading) => {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView();
  });
}

/** Swagger UI draws what it was told after a moment. */
function whenDrawn(selector: string, then: (element: HTMLElement) => void, attempts = 50): void {
  const element = document.querySelector<HTMLElement>(selector);
  if (element) then(element);
  else if (attempts > 0) requestAnimationFrame(() => whenDrawn(selector, then, attempts - 1));
}
