import type { Language } from '@partner-ordering/kernel';

/** Makes each format once: that takes a hundred times as long as using it. There are few, as there are few languages and currencies. */
export function cached<Options, Format>(make: (language: Language, options: Options) => Format): typeof make {
  const formats = new Map<string, Format>();
  return (language, options) => {
    const key = JSON.stringify([language, options]);
    const known = formats.get(key) ?? make(language, options);
    formats.set(key, known);
    return known;
  };
}
