/** The guides in the order in which somebody new reads them: pages of docs/partners, and `client`, the client's README. */
export const contents: readonly { title: string; guides: readonly string[] }[] = [
  { title: 'Begin', guides: ['first-order', 'signing-in', 'client', 'generated-clients'] },
  { title: 'Order', guides: ['ordering', 'orders', 'approvals-and-budgets', 'files', 'console'] },
  { title: 'Pay', guides: ['money', 'price-sheets', 'billing'] },
  { title: 'Follow', guides: ['webhooks', 'polling'] },
  { title: 'Request well', guides: ['lists-and-queries', 'safe-requests', 'errors', 'changes'] },
];

/** The pages that are made from the documents. */
export const lookUp: readonly { text: string; page: string }[] = [
  { text: 'Conventions', page: 'conventions' },
  { text: 'Operations', page: 'operations' },
  { text: 'Events', page: 'events' },
  { text: 'Changelog', page: 'changelog' },
];
