import { DEMO_ORIGIN } from '../../guides/demo-origin.ts';

/** The requests of a page name the reader's installation instead of that of the demo. */
export function nameOwnOrigin(): void {
  if (location.origin === DEMO_ORIGIN) return;
  for (const code of document.querySelectorAll('.vp-doc code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (text.data.includes(DEMO_ORIGIN)) text.data = text.data.replaceAll(DEMO_ORIGIN, location.origin);
    }
  }
}
