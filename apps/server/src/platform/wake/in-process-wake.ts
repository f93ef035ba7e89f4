import type { Logger } from 'pino';
import { type Channel, earOf, type Wake } from './wake.ts';

export interface InProcessWake extends Wake {
  /** Wakes who listens in this process; to be called after the commit of what is told of. */
  tell(channel: Pick<Channel<unknown>, 'name'>, payload: string): void;
  /** As after a lost connection: who listens looks at everything. */
  interrupt(): void;
}

interface Heard {
  readonly name: string;
  readonly hear: (payload: string) => void;
  readonly begin: () => void;
}

/** Wake-ups within one process, without a connection: where teller and listener share one and nobody else tells. */
export function createInProcessWake({ log }: { readonly log: Logger }): InProcessWake {
  const listeners = new Set<Heard>();
  /** Never within the teller's own call: what a listener does is not the teller's matter. */
  const later = (listener: Heard, work: () => void) =>
    setImmediate(() => {
      if (listeners.has(listener)) work();
    });
  return {
    listen: (channel, listener) => {
      const heard: Heard = { name: channel.name, hear: earOf(channel, listener, log), begin: () => listener.onBegun() };
      listeners.add(heard);
      return {
        begun: new Promise((resolve) =>
          later(heard, () => {
            heard.begin();
            resolve();
          }),
        ),
        stop: async () => void listeners.delete(heard),
      };
    },
    tell: ({ name }, payload) => {
      for (const heard of listeners) if (heard.name === name) later(heard, () => heard.hear(payload));
    },
    interrupt: () => {
      for (const heard of listeners) later(heard, heard.begin);
    },
  };
}
