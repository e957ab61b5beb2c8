import { onContentUpdated, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { followLanguage, showLanguage } from './language.ts';
import { missingPage } from './missing.ts';
import { nameOwnOrigin } from './origin.ts';
import './portal.css';

/** VitePress's own theme, which looks like the console. */
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': missingPage }),
  setup() {
    followLanguage();
    onContentUpdated(() => {
      nameOwnOrigin();
      showLanguage();
    });
  },
} satisfies Theme;
