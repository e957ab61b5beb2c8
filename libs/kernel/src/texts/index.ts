export { bilingual } from './bilingual.ts';
export { both, languages, type Both, type Language } from './both.ts';
export { hasLink, isolated, isVisible, plainText } from './plain-text.ts';
