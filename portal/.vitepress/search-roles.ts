/** What VitePress's search says to screen readers, as the patterns of dialog and combobox have it: no links within options. */
const replacements: readonly [string | RegExp, string][] = [
  [/role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"/, 'role="dialog" aria-modal="true"'],
  ['aria-autocomplete="both"', 'role="combobox" :aria-expanded="results?.length ? \'true\' : \'false\'" aria-autocomplete="list"'],
  [/:id="'localsearch-item-' \+ index"\s+:aria-selected="[^"]*"\s+role="option"/, 'role="presentation"'],
  [
    /:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\(' > '\)"/,
    ':id="\'localsearch-item-\' + index" :aria-selected="selectedIndex === index ? \'true\' : \'false\'" role="option"',
  ],
  [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
];

/** A Vite plugin that mends them. An update of VitePress that needs it no more, or another one, fails the build. */
export const searchRoles = {
  name: 'search-roles',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined;
    return replacements.reduce((text, [from, to]) => {
      const mended = text.replace(from, () => to);
      if (mended === text) throw new Error(`the search of VitePress has no ${String(from)}`);
      return mended;
    }, code);
  },
};
