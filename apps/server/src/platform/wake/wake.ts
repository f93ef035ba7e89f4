import { Counter } from 'prom-client';
import type { Logger } from 'pino';
import { z } from 'zod';
import { metrics } from '../observing/metrics.ts';

/** What may be told of, and how it is read from the text that comes: from outside, so never believed. */
export interface Channel<M> {
  readonly name: string;
  readonly payload: z.ZodType<M, string>;
}

export interface Listener<M> {
  onMessage(message: M): void;
  /** It listens, for the first time or again: whatever was told before was not heard, so everything is looked at. */
  onBegun(): void;
}

export interface Listening {
  /** Resolves when it listens for the first time; what is told from then on is heard, or `onBegun` is called. */
  readonly begun: Promise<void>;
  /** Resolves when nothing is heard any more. */
  stop(): Promise<void>;
}

/**
 * Wakes who waits for news, in this process or in another. A message is a hint: it may be lost with the connection that would have
 * brought it, which the listener is told, and it may come twice. Nothing that comes ends the process.
 */
export interface Wake {
  listen<M>(channel: Channel<M>, listener: Listener<M>): Listening;
}

const dropped = new Counter({
  name: 'spora_wake_dropped_total',
  help: 'Messages of other processes that could not be read.',
  labelNames: ['channel'],
  registers: [metrics],
});

/** Hands what can be read of what is told to the listener; the rest is dropped and counted. */
export function earOf<M>(channel: Channel<M>, listener: Listener<M>, log: Logger): (payload: string) => void {
  let isLogged = false;
  return (payload) => {
    try {
      const read = channel.payload.safeParse(payload);
      if (read.success) return listener.onMessage(read.data);
      dropped.inc({ channel: channel.name });
      // Once: who sends one may send thousands.
      if (!isLogged) log.warn({ channel: channel.name, size: payload.length }, 'a message that cannot be read was dropped');
      isLogged = true;
    } catch (error) {
      log.error({ err: error, channel: channel.name }, 'a message could not be followed');
    }
  };
}

/** A payload that is JSON of this shape. */
export const jsonOf = <M>(shape: z.ZodType<M>): z.ZodType<M, string> =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('no JSON');
        return z.NEVER;
      }
    })
    .pipe(shape);
