/** Names the fields and buttons that Swagger UI leaves without a name of their own; makes no landmark of each open operation. */
export function labelFields(root: HTMLElement): void {
  new MutationObserver(() => {
    for (const field of root.querySelectorAll('tr :is(input, select, textarea):not([aria-label])')) {
      const { paramName, propertyName } = field.closest('tr')!.dataset;
      field.setAttribute('aria-label', paramName ?? propertyName ?? 'Value');
    }
    for (const field of root.querySelectorAll('.body-param__text:not([aria-label])')) field.setAttribute('aria-label', 'Request body');
    for (const field of root.querySelectorAll('.examples-select-element:not([aria-label])')) field.setAttribute('aria-label', 'Example');
    for (const tag of root.querySelectorAll<HTMLElement>('.opblock-tag:has(.expand-operation:not([aria-label]))'))
      tag.querySelector('.expand-operation')!.setAttribute('aria-label', tag.dataset['tag']!);
    for (const table of root.querySelectorAll('.responses-table[role]')) table.removeAttribute('role');
  }).observe(root, { childList: true, subtree: true });
}
