/** A bell for one sleeper: rings before and during the sleep count once. */
export interface Wake {
  wake(): void;
  /** Resolves with true as soon as someone has called `wake`, with false after `timeoutMs`. */
  wait(timeoutMs: number): Promise<boolean>;
}

export function createWake(): Wake {
  let isWoken = false;
  let ring: (() => void) | undefined;
  return {
    wake() {
      isWoken = true;
      ring?.();
    },
    async wait(timeoutMs) {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          ring = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        ring = undefined;
      }
      const woken = isWoken;
      isWoken = false;
      return woken;
    },
  };
}
