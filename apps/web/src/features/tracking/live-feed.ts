import { POLL_S } from '@spora/contract/limits';
import type { LiveEvent } from '@spora/contract/live-event';
import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import { call } from '../../lib/call.ts';
import { readEventStream } from '../../lib/event-stream.ts';
import type { Send } from '../../lib/send.ts';

export type Connection = 'connecting' | 'live' | 'polling' | 'offline';

export interface LiveState {
  readonly connection: Connection;
  /** When something last arrived; shown while the connection is broken (NAV-040). */
  readonly lastGoodMs: number | null;
  readonly hasLoaded: boolean;
  /** The fleet as it is now, the one in the browser: it changes in place, and `revision` with it. */
  readonly units: ReadonlyMap<number, LiveUnit>;
  readonly revision: number;
}

export interface LiveFeed {
  readonly getState: () => LiveState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The units of each change that were taken, for what lives outside React; `null` means that the full state was replaced. */
  readonly onUnits: (listener: (changed: readonly LiveUnit[] | null) => void) => () => void;
  /** Trip events go to whoever shows the log. */
  readonly onTrip: (listener: (event: Extract<LiveEvent, { kind: 'trip' }>) => void) => () => void;
  /** Loads everything again, because something that the map shows was changed here. */
  readonly refresh: () => void;
  readonly stop: () => void;
}

/** What the feed needs of the browser; a test hands in its own. */
export interface FeedHost {
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** One stream per browser: calls `lead` in the tab that holds the lock, and again when that tab goes away. */
  readonly becomeLeader: (lead: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  readonly channel: { post: (event: LiveEvent) => void; listen: (receive: (event: LiveEvent) => void) => () => void } | null;
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 15_000;
/** After this many failed attempts in a row the feed polls until the stream answers again (MAP-034). */
const ATTEMPTS_BEFORE_POLLING = 2;

/**
 * Latest positions of all visible units, live. The full state is loaded first and again on every reconnect; then one
 * stream per browser brings changes, shared with the other tabs; polling every 15 seconds while the stream is broken.
 */
export function createLiveFeed(send: Send, host: FeedHost): LiveFeed {
  const abort = new AbortController();
  const { signal } = abort;
  const listeners = new Set<() => void>();
  const unitListeners = new Set<(changed: readonly LiveUnit[] | null) => void>();
  const tripListeners = new Set<(event: Extract<LiveEvent, { kind: 'trip' }>) => void>();
  const units = new Map<number, LiveUnit>();
  /** The units that changed while the full state was on its way. */
  const meanwhile = new Set<number>();
  let state: LiveState = { connection: 'connecting', lastGoodMs: null, hasLoaded: false, units, revision: 0 };
  let lastEventId = '';

  function set(next: Partial<LiveState>): void {
    if (signal.aborted) return;
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  async function loadAll(): Promise<void> {
    meanwhile.clear();
    const data = await call(send, 'tracking.positions', { query: {} }, { signal });
    lastEventId = data.last_event_id;
    const loaded = data.units.map((unit) => (meanwhile.has(unit.id) ? newest(units.get(unit.id), unit) : unit));
    units.clear();
    for (const unit of loaded) units.set(unit.id, unit);
    set({ revision: state.revision + 1, hasLoaded: true, lastGoodMs: host.now() });
    for (const listener of unitListeners) listener(null);
  }

  function apply(event: LiveEvent): void {
    switch (event.kind) {
      case 'position': {
        const taken = event.units.filter((unit) => newest(units.get(unit.id), unit) === unit);
        for (const unit of taken) {
          units.set(unit.id, unit);
          meanwhile.add(unit.id);
        }
        set({ revision: state.revision + 1, lastGoodMs: host.now() });
        for (const listener of unitListeners) listener(taken);
        return;
      }
      case 'trip':
        for (const listener of tripListeners) listener(event);
        return;
      case 'reload':
        void loadAll().catch(() => undefined);
        return;
      case 'heartbeat':
        set({ lastGoodMs: host.now() });
        return;
    }
  }

  async function readStream(onOpen: () => void): Promise<void> {
    const answer = await send({
      id: 'tracking.stream',
      accept: 'text/event-stream',
      headers: lastEventId ? { 'Last-Event-ID': lastEventId } : {},
      signal,
    });
    if (answer.status !== 200 || !answer.response?.body) throw new Error(`stream answered ${answer.status}`);
    onOpen();
    set({ connection: 'live' });
    for await (const message of readEventStream(answer.response.body)) {
      if (message.id) lastEventId = message.id;
      const event = JSON.parse(message.data) as LiveEvent;
      apply(event);
      host.channel?.post(event);
    }
  }

  async function lead(): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      try {
        await loadAll();
        await readStream(() => (failures = 0));
      } catch {
        failures += 1;
      }
      if (signal.aborted) return;
      const polls = failures > ATTEMPTS_BEFORE_POLLING;
      set({ connection: state.hasLoaded && polls ? 'polling' : state.hasLoaded ? 'connecting' : 'offline' });
      await host.wait(polls ? POLL_S * 1000 : Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures), signal);
    }
  }

  const unlisten = host.channel?.listen((event) => {
    set({ connection: 'live' });
    apply(event);
  });
  // A tab that does not lead loads the state itself and then lives from what the leading tab passes on.
  let leads = false;
  void host
    .becomeLeader(() => {
      leads = true;
      return lead();
    }, signal)
    .catch(() => undefined);
  void host.wait(0, signal).then(() => (leads ? undefined : loadAll().catch(() => set({ connection: 'offline' }))));

  return {
    getState: () => state,
    subscribe: (listener) => subscribeTo(listeners, listener),
    onUnits: (listener) => subscribeTo(unitListeners, listener),
    onTrip: (listener) => subscribeTo(tripListeners, listener),
    refresh: () => void loadAll().catch(() => undefined),
    stop() {
      abort.abort();
      unlisten?.();
    },
  };
}

function subscribeTo<T>(set: Set<T>, listener: T): () => void {
  set.add(listener);
  return () => set.delete(listener);
}

/** MAP-023: what arrives late never becomes the current position. The one place where that is judged. */
function newest(known: LiveUnit | undefined, next: LiveUnit): LiveUnit {
  if (!known?.position || !next.position) return next;
  return Date.parse(next.position.time) < Date.parse(known.position.time) ? known : next;
}

/** The browser's own means: Web Locks for one stream per browser, a channel for the other tabs. */
export function browserHost(userId: number): FeedHost {
  const name = `spora-live-${userId}`;
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
  const canShare = channel !== null && 'locks' in navigator;
  return {
    now: () => Date.now(),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    becomeLeader: (lead, signal) => (canShare ? navigator.locks.request(name, { signal }, lead) : lead()),
    channel: canShare
      ? {
          post: (event) => channel.postMessage(event),
          listen(receive) {
            channel.onmessage = (message: MessageEvent<LiveEvent>) => receive(message.data);
            return () => channel.close();
          },
        }
      : null,
  };
}
