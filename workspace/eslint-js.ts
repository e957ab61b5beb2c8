import { builtinRules } from 'eslint/use-at-your-own-risk';

/** The rules of ESLint that oxlint does not have. */
export default {
  meta: { name: 'eslint-js' },
  rules: Object.fromEntries(['no-restricted-syntax', 'max-len'].map((name) => [name, builtinRules.get(name)])),
};
