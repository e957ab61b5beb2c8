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
  scrollTo(operation ? `operations-${tag}-${name}` : `operations-tag-${tag}`, layoutActions);
}

/** Leads to the answer of an operation by the heading before it: the pressed button loses the focus while it is disabled. */
export function showAnswer(operationId: string, attempts = 50): void {
  const selector = `[id$="-${operationId}"]:has(.execute:enabled) h4:has(+ .live-responses-table)`;
  const heading = document.querySelector<HTMLElement>(selector);
  if (heading) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView();
  } else if (attempts > 0) requestAnimationFrame(() => showAnswer(operationId, attempts - 1));
}

/** Swagger UI draws what it was told after a moment. */
function scrollTo(id: string, layoutActions: System['layoutActions'], attempts = 50): void {
  const element = document.getElementById(id.replaceAll(' ', '_'));
  if (element) {
    element.scrollIntoView();
    layoutActions.clearScrollToVirtualizedOperation();
  } else if (attempts > 0) requestAnimationFrame(() => scrollTo(id, layoutActions, attempts - 1));
}
