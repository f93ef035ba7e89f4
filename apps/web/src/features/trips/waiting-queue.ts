import type { Trip } from '@spora/contract/trips/endpoints';
import type { OfflineStore } from '../../lib/offline/store.ts';
import type { Send } from '../../lib/send.ts';
import { sendWaiting } from './send-waiting.ts';
import {
  afterSaved,
  asMine,
  readEdits,
  withEdit,
  withoutEdit,
  withTrouble,
  writeEdits,
  type WaitingEdit,
} from './waiting-edits.ts';

/** The edits of a member that wait to be sent, the same in every tab. */
export interface WaitingQueue {
  readonly getEdits: () => readonly WaitingEdit[];
  readonly subscribe: (listener: () => void) => () => void;
  add(edit: WaitingEdit): Promise<void>;
  drop(key: string): Promise<void>;
  /** Of two values mine is to hold. */
  insist(key: string): Promise<void>;
  /** Sends what waits and nobody has to decide on, in order; ends early while nobody answers. Answers how many were saved. */
  sendAll(send: Send, onSaved: (trip: Trip) => void): Promise<number>;
  stop(): void;
}

/** What the queue needs of the browser; a test hands in its own. */
export interface QueueHost {
  readonly now: () => number;
  /** One tab at a time. */
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  readonly channel: { post: () => void; listen: (hear: () => void) => () => void } | null;
}

export function createWaitingQueue(store: Pick<OfflineStore, 'findUnsent' | 'keepUnsent'>, host: QueueHost): WaitingQueue {
  let edits: readonly WaitingEdit[] = [];
  const listeners = new Set<() => void>();
  const show = (next: readonly WaitingEdit[]): void => {
    if (next.length === 0 && edits.length === 0) return;
    edits = next;
    for (const listener of listeners) listener();
  };
  const load = async (): Promise<readonly WaitingEdit[]> => readEdits(await store.findUnsent());
  const look = (): void => void load().then(show, () => undefined);
  const unlisten = host.channel?.listen(look);
  look();

  const change = (work: (before: readonly WaitingEdit[]) => readonly WaitingEdit[]): Promise<void> =>
    host.alone('change', async () => {
      const next = work(await load());
      await store.keepUnsent(writeEdits(next), host.now());
      show(next);
      host.channel?.post();
    });

  async function sendInOrder(send: Send, onSaved: (trip: Trip) => void): Promise<number> {
    let saved = 0;
    const tried = new Set<string>();
    for (;;) {
      const edit = (await load()).find(({ key, trouble }) => !trouble && !tried.has(key));
      if (!edit) return saved;
      tried.add(edit.key);
      const outcome = await sendWaiting(send, edit);
      if (outcome.kind === 'later') return saved;
      if (outcome.kind === 'saved') {
        saved += 1;
        onSaved(outcome.trip);
        await change((before) => afterSaved(before, edit, outcome.trip));
      } else await change((before) => withTrouble(before, edit, outcome));
    }
  }

  return {
    getEdits: () => edits,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add: (edit) => change((before) => withEdit(before, edit)),
    drop: (key) => change((before) => withoutEdit(before, key)),
    insist: (key) => change((before) => asMine(before, key)),
    sendAll: (send, onSaved) => host.alone('send', () => sendInOrder(send, onSaved)),
    stop: () => unlisten?.(),
  };
}

/** Web Locks and a channel for the other tabs, where the browser has them. */
export function browserQueueHost(memberId: number): QueueHost {
  const name = `spora-edits-${memberId}`;
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
  return {
    now: () => Date.now(),
    alone: async (what, work) => ('locks' in navigator ? navigator.locks.request(`${name}-${what}`, work) : work()),
    channel: channel && {
      post: () => channel.postMessage(null),
      listen(hear) {
        channel.onmessage = hear;
        return () => channel.close();
      },
    },
  };
}
