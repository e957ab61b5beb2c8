import type { Verb } from '@partner-ordering/kernel';
import type { Route } from '@partner-ordering/openapi';

const verbs: Readonly<Record<Route['method'], Verb>> = { get: 'see this', post: 'create', put: 'update', delete: 'delete' };

/** The noun for the last word of a path, where that is not a plural in plain English. */
const nouns: Readonly<Record<string, string>> = {
  me: 'user',
  member_of: 'membership',
  accept: 'membership',
  resend: 'invitation',
  shared_with: 'project share',
  history: 'project step',
  dry_run: 'project',
  stat: 'project',
  for: 'price',
  imports: 'price import',
  rotate_secret: 'secret',
  redeliver: 'delivery',
  recover: 'delivery',
  file_info: 'file',
  img: 'image',
  storage: 'file',
};

/** The verb and noun of a request in the contract's 403 message: from its method, and the last word of its path. */
export function actionOf({ method, path }: Pick<Route, 'method' | 'path'>): { verb: Verb; noun: string } {
  const words = path.split('/').filter((word) => word !== '' && !word.startsWith('{') && word !== 'total_count');
  const [holder, word = ''] = words.slice(-2);
  // The organizations that may order a product are part of the product.
  if (holder === 'products' && word === 'organizations' && method !== 'get') return { verb: 'update', noun: 'product' };
  // The GET that orders an import.
  if (holder === 'prices' && word === 'fetch') return { verb: 'create', noun: 'price import' };
  // Stars are posted and deleted under this path.
  const isStar = word === 'files' && (method !== 'get' || holder === 'projects');
  return { verb: verbs[method], noun: isStar ? 'starred file' : (nouns[word] ?? singular(word.replaceAll('_', ' '))) };
}

const singular = (plural: string): string => plural.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
