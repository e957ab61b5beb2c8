/** Where VitePress, which makes the rest of the portal, keeps the reader's choice: `auto`, `dark` or `light`. */
const KEY = 'vitepress-theme-appearance';

/** Light or dark as on the portal's other pages: by the system until the reader presses the button. */
export function followTheme(button: HTMLButtonElement): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = (): boolean => {
    const choice = localStorage.getItem(KEY) ?? 'auto';
    return choice === 'auto' ? system.matches : choice === 'dark';
  };
  const show = (): void => {
    document.documentElement.className = isDark() ? 'dark' : 'light';
    button.textContent = isDark() ? 'Light' : 'Dark';
  };
  button.addEventListener('click', () => {
    const choice = isDark() ? 'light' : 'dark';
    localStorage.setItem(KEY, choice === (system.matches ? 'dark' : 'light') ? 'auto' : choice);
    show();
  });
  system.addEventListener('change', show);
  show();
}
