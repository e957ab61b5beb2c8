export { bilingual } from './bilingual.ts';
export { both, languages, type Both, type Language } from './both.ts';
export { beginningOf, hasLink, isolated, isVisible, plainText, withoutLinks } from './plain-text.ts';
