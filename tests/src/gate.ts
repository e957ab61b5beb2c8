import type { Transport } from '@partner-ordering/messaging';

/** A transport that can be made to deliver nothing: events wait in the outboxes until it opens. */
export interface Gate {
  through(transport: Transport): Transport;
  close(): void;
  open(): void;
}

/** See `Gate`; open at first. */
export function gate(): Gate {
  let opened = Promise.withResolvers<void>();
  opened.resolve();
  return {
    through: (transport) => ({
      ...transport,
      begin: async (source) => {
        const writer = await transport.begin(source);
        return {
          ...writer,
          append: async (topic, messages) => {
            await opened.promise;
            await writer.append(topic, messages);
          },
        };
      },
    }),
    close: () => void (opened = Promise.withResolvers()),
    open: () => opened.resolve(),
  };
}
