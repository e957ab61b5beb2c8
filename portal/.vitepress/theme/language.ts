const KEY = 'language';

const titleOf = (tab: HTMLInputElement): string => tab.labels?.[0]?.textContent ?? '';

/** Remembers the language whose tab the reader opens, and opens it in the rest of the page. What they look at stays where it is. */
export function followLanguage(): void {
  if (import.meta.env.SSR) return;
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.vp-code-group input')) return;
    localStorage.setItem(KEY, titleOf(target));
    const place = (): number => target.labels![0]!.getBoundingClientRect().top;
    const before = place();
    showLanguage();
    scrollBy({ top: place() - before, behavior: 'instant' });
  });
}

/** Opens the tabs of the remembered language. */
export function showLanguage(): void {
  const language = localStorage.getItem(KEY);
  for (const tab of document.querySelectorAll<HTMLInputElement>('.vp-code-group input'))
    if (!tab.checked && titleOf(tab) === language) tab.click();
}
