import type { VerifierOptions } from '@pact-foundation/pact';
import type { ProviderState, Values } from './partner-states.ts';
import type { World } from './world.ts';

type Handlers = NonNullable<VerifierOptions['stateHandlers']>;

/**
 * The provider states that an interaction presupposes, as Pact enters and leaves them. Pact only warns of a state that it does not know and
 * only prints what one throws, and goes on; so what could not be entered is kept as `refusal`, for whoever answers the interaction.
 */
export class EnteredStates {
  /** Of whom the last state has signed in. */
  token: string | undefined;
  /** The values of all states of the interaction. */
  given: Values = {};
  /** Why the interaction cannot be tried. */
  refusal: string | undefined;
  /** All refusals of the verification. */
  readonly refusals = new Set<string>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** For Pact's verifier. @param list where the names of these states can be read */
  handlersOf(states: Readonly<Record<string, ProviderState>>, list: string): Handlers {
    const handlers = Object.fromEntries(Object.entries(states).map(([name, state]) => [name, this.#handler((parameters) => this.#enter(state, parameters))]));
    const unknown = (name: string) => this.#handler(() => Promise.reject(new Error(`there is no provider state "${name}"; ${list} has those that there are`)));
    // Pact looks up the name '' for an interaction without states.
    return new Proxy(handlers, {
      get: (known, name) => (typeof name !== 'string' || name === '' || Object.hasOwn(known, name) ? (Reflect.get(known, name) as unknown) : unknown(name)),
    });
  }

  async #enter(state: ProviderState, parameters: unknown): Promise<Values> {
    const values = await state(this.#world, (parameters ?? {}) as Record<string, unknown>);
    if (typeof values['token'] === 'string') this.token = values['token'];
    this.given = { ...this.given, ...values };
    return values;
  }

  #handler(enter: (parameters: unknown) => Promise<Values>): { setup: (parameters?: unknown) => Promise<Values>; teardown: () => Promise<void> } {
    const setup = (parameters?: unknown) =>
      enter(parameters).catch((error: unknown) => {
        this.refusal = error instanceof Error ? error.message : String(error);
        this.refusals.add(this.refusal);
        throw error;
      });
    const teardown = async () => {
      [this.token, this.given, this.refusal] = [undefined, {}, undefined];
    };
    return { setup, teardown };
  }
}
