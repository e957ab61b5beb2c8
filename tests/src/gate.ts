import type { Transport } from '@partner-ordering/messaging';

/** A transport that can be made to deliver nothing: events wait in the outboxes until it opens. */
export interface Gate {
  gated(transport: Transport): Transport;
  close(): void;
  open(): void;
}

/** See `Gate`; open at first. */
export function gate(): Gate {
  let opening = Promise.withResolvers<void>();
  opening.resolve();
  return {
    gated: (transport) => ({
      ...transport,
      begin: async (source) => {
        const writer = await transport.begin(source);
        return {
          ...writer,
          append: async (topic, messages) => {
            await opening.promise;
            await writer.append(topic, messages);
          },
        };
      },
    }),
    close: () => void (opening = Promise.withResolvers()),
    open: () => opening.resolve(),
  };
}
