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

/** Swagger UI draws what it was told after a moment. */
function scrollTo(id: string, layoutActions: System['layoutActions'], attempts = 50): void {
  const element = document.getElementById(id.replaceAll(' ', '_'));
  if (element) {
    element.scrollIntoView();
    layoutActions.clearScrollToVirtualizedOperation();
  } else if (attempts > 0) requestAnimationFrame(() => scrollTo(id, layoutActions, attempts - 1));
}
