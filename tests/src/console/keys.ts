import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { ChosenFile } from './files.ts';

/** More Tab stops than any screen has. */
const MOST_STOPS = 120;

/** A user with the keyboard alone: Tab leads to each control, which then takes keys. */
export class Keys {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    // From the start: if only `choose` listened, a key could open Chromium's own dialog first.
    page.on('filechooser', () => undefined);
  }

  /** Presses Tab until this has the focus. Fails if Tab does not lead there. */
  async reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let stops = 0; !(await hasFocus(target)); stops++) {
      assert.ok(stops < MOST_STOPS, `Tab does not lead to ${String(target)}`);
      await this.#page.keyboard.press('Tab');
    }
  }

  /** Moves to a link or a button, and presses Enter once it is not busy. */
  async press(target: Locator): Promise<void> {
    await target.and(this.#page.locator(':not([aria-busy="true"])')).waitFor();
    await this.reach(target);
    await this.#page.keyboard.press('Enter');
  }

  /** Moves to a field, and types there. */
  async type(field: Locator, text: string): Promise<void> {
    await this.reach(field);
    await this.#page.keyboard.insertText(text);
  }

  /** Picks one of a group of radio buttons. */
  async pick(group: Locator, name: string): Promise<void> {
    await this.reach(group.getByRole('radio', { checked: true }));
    const radio = group.getByRole('radio', { name });
    for (let moves = 0; !(await radio.isChecked()); moves++) {
      assert.ok(moves < MOST_STOPS, `the arrows do not lead to ${name}`);
      await this.#page.keyboard.press('ArrowRight');
    }
  }

  /** Selects an option by the beginning of its name. */
  async select(field: Locator, beginning: string): Promise<void> {
    await this.reach(field);
    await this.#page.keyboard.type(beginning);
  }

  /** Opens the dialog of a file field, and chooses a file. */
  async choose(field: Locator, files: ChosenFile[]): Promise<void> {
    await this.reach(field);
    const [chooser] = await Promise.all([this.#page.waitForEvent('filechooser'), this.#page.keyboard.press('Space')]);
    await chooser.setFiles(files);
  }
}

/** Types into a search field, and takes the first result with Enter. */
export async function choose(container: Locator, field: string, name: string): Promise<void> {
  const box = container.getByRole('combobox', { name: field });
  await box.fill(name);
  await container.getByRole('option', { name, exact: true, selected: true }).waitFor();
  await box.press('Enter');
}

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);
