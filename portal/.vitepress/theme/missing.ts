import { h, type VNode } from 'vue';

/** What stands where no page is. */
export const missingPage = (): VNode =>
  h('main', { class: 'vp-doc missing' }, [
    h('h1', 'There is no such page'),
    h('p', [h('a', { href: '/docs/' }, 'Start'), ' has all guides, and the search finds operations, events and errors.']),
  ]);
