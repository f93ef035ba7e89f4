import { POLL_S } from '@spora/contract/limits';
import type { LiveEvent } from '@spora/contract/live-event';
import { call } from '../../lib/call.ts';
import { readEventStream } from '../../lib/event-stream.ts';
import { reach } from '../../lib/offline/reach.ts';
import { createFleetLoader, keepDetails } from './whole-fleet.ts';
import type { Send } from '../../lib/send.ts';
import type { ShownUnit } from './model.ts';

/** Kinds of which the stream says only that something changed: whoever shows it asks again. */
export type ChangedKind = Exclude<LiveEvent['kind'], 'position' | 'trip' | 'reload' | 'heartbeat'>;

export type Connection = 'connecting' | 'live' | 'polling' | 'offline';

export interface LiveState {
  readonly connection: Connection;
  /** When something last arrived; shown while the connection is broken (NAV-040). */
  readonly lastGoodMs: number | null;
  readonly hasLoaded: boolean;
  /** The fleet as it is now, the one in the browser: it changes in place, and `revision` with it. */
  readonly units: ReadonlyMap<number, ShownUnit>;
  readonly revision: number;
  /** How often details that somebody waits for have come. */
  readonly answers: number;
}

export interface LiveFeed {
  readonly getState: () => LiveState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The units of each change that were taken, for what lives outside React; `null` means that the full state was replaced. */
  readonly onUnits: (listener: (changed: readonly ShownUnit[] | null) => void) => () => void;
  /** Trip events go to whoever shows the log. */
  readonly onTrip: (listener: (event: Extract<LiveEvent, { kind: 'trip' }>) => void) => () => void;
  /** Something of that kind changed; it goes to whoever shows it. */
  readonly onChanged: (kind: ChangedKind, listener: () => void) => () => void;
  /** The full state was loaded anew, not for the first time: of what changes were told meanwhile is unknown. */
  readonly onReload: (listener: () => void) => () => void;
  /** Asks for what is not known yet of units that are being looked at; of others nothing is asked. */
  readonly need: (ids: readonly number[]) => void;
  /** Loads everything again, because something that the map shows was changed here. */
  readonly refresh: () => void;
  readonly stop: () => void;
}

/** What the leading tab passes on to the others: what it hears, and how it hears it. */
export type Passed = LiveEvent | { readonly kind: 'connection'; readonly connection: Connection };

/** What the feed needs of the browser; a test hands in its own. */
export interface FeedHost {
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** One stream per browser: calls `lead` in the tab that holds the lock, and again when that tab goes away. */
  readonly becomeLeader: (lead: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  readonly channel: { post: (message: Passed) => void; listen: (receive: (message: Passed) => void) => () => void } | null;
}

/** Rows on a high screen, and as many again. */
const DETAILS_AT_ONCE = 100;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 15_000;
/** After this many failed attempts in a row the feed polls until the stream answers again (MAP-034). */
const ATTEMPTS_BEFORE_POLLING = 2;

/**
 * Latest positions of all visible units, live. The full state is loaded first and again on every reconnect, in every tab; then
 * one stream per browser brings changes, shared with the other tabs; polling every 15 seconds while the stream is broken.
 */
export function createLiveFeed(send: Send, host: FeedHost): LiveFeed {
  const abort = new AbortController();
  const { signal } = abort;
  const listeners = new Set<() => void>();
  const unitListeners = new Set<(changed: readonly ShownUnit[] | null) => void>();
  const tripListeners = new Set<(event: Extract<LiveEvent, { kind: 'trip' }>) => void>();
  const changedListeners = new Map<ChangedKind, Set<() => void>>();
  const reloadListeners = new Set<() => void>();
  const units = new Map<number, ShownUnit>();
  const loadFleet = createFleetLoader(send);
  const needed = new Set<number>();
  let isAsking = false;
  /** The units that changed while the full state was on its way. */
  const meanwhile = new Set<number>();
  let state: LiveState = { connection: 'connecting', lastGoodMs: null, hasLoaded: false, units, revision: 0, answers: 0 };
  let lastEventId = '';
  let leads = false;
  /** The first load of a tab that does not lead yet. */
  let starting: Promise<void> | null = null;

  function set(next: Partial<LiveState>): void {
    if (signal.aborted) return;
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  async function loadAll(): Promise<void> {
    meanwhile.clear();
    const fleet = await loadFleet(signal);
    lastEventId = fleet.lastEventId;
    const loaded = fleet.units.map((unit) => {
      const known = units.get(unit.id);
      return keepDetails(known, meanwhile.has(unit.id) ? newest(known, unit) : unit);
    });
    const told = new Set(loaded.map(({ id }) => id));
    // One that was added after the answer was read is told by the stream alone.
    const added = [...meanwhile].flatMap((id) => (told.has(id) ? [] : (units.get(id) ?? [])));
    units.clear();
    for (const unit of [...loaded, ...added]) units.set(unit.id, unit);
    // Out of reach it is what was kept: no sign of life.
    const { isReached, sinceMs } = reach();
    const isAgain = state.hasLoaded;
    set({ revision: state.revision + 1, hasLoaded: true, lastGoodMs: isReached ? host.now() : (state.lastGoodMs ?? sinceMs) });
    for (const listener of unitListeners) listener(null);
    if (isAgain) for (const listener of reloadListeners) listener();
  }

  function take(next: readonly ShownUnit[], also: Partial<LiveState>): void {
    const taken = next.filter((unit) => newest(units.get(unit.id), unit) === unit);
    for (const unit of taken) {
      units.set(unit.id, unit);
      meanwhile.add(unit.id);
    }
    set({ revision: state.revision + 1, lastGoodMs: host.now(), ...also });
    for (const listener of unitListeners) listener(taken);
  }

  /** One question at a time: what is looked at meanwhile is in the next one. */
  async function askDetails(): Promise<void> {
    await host.wait(0, signal);
    while (needed.size > 0 && !signal.aborted) {
      const ids = [...needed].filter((id) => units.get(id)?.isBrief).slice(-DETAILS_AT_ONCE);
      needed.clear();
      if (ids.length === 0) return;
      const data = await call(send, 'tracking.positions', { query: { ids: ids.join() } }, { signal });
      take(data.units, { answers: state.answers + 1 });
    }
  }

  function need(ids: readonly number[]): void {
    for (const id of ids) if (units.get(id)?.isBrief) needed.add(id);
    if (needed.size === 0 || isAsking) return;
    isAsking = true;
    // Who still looks at them asks again before long.
    void askDetails()
      .catch(() => needed.clear())
      .finally(() => (isAsking = false));
  }

  function apply(event: LiveEvent): void {
    switch (event.kind) {
      case 'position': {
        take(event.units, {});
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
      default:
        for (const listener of changedListeners.get(event.kind) ?? []) listener();
    }
  }

  /** How this tab hears of the fleet is how the others do. */
  function tell(connection: Connection): void {
    set({ connection });
    host.channel?.post({ kind: 'connection', connection });
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
    tell('live');
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
        await (starting ?? loadAll());
        // What this tab did not hear nobody passed on to the others.
        host.channel?.post({ kind: 'reload' });
        await readStream(() => (failures = 0));
      } catch {
        failures += 1;
      }
      if (signal.aborted) return;
      const polls = failures > ATTEMPTS_BEFORE_POLLING;
      tell(state.hasLoaded && polls ? 'polling' : state.hasLoaded ? 'connecting' : 'offline');
      await host.wait(polls ? POLL_S * 1000 : Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures), signal);
    }
  }

  const unlisten = host.channel?.listen((message) => {
    if (message.kind === 'connection') return set({ connection: message.connection });
    // Also told while the leading tab polls.
    if (message.kind !== 'reload') set({ connection: 'live' });
    apply(message);
  });
  // A tab that does not lead loads the state itself and then lives from what the leading tab passes on. The lead is given some
  // moments after the start: whoever gets it while they load loads nothing twice.
  void host
    .becomeLeader(() => {
      leads = true;
      return lead();
    }, signal)
    .catch(() => undefined);
  void host.wait(0, signal).then(() => {
    if (leads) return;
    starting = loadAll().finally(() => (starting = null));
    starting.catch(() => set({ connection: 'offline' }));
  });

  return {
    getState: () => state,
    subscribe: (listener) => subscribeTo(listeners, listener),
    onUnits: (listener) => subscribeTo(unitListeners, listener),
    onTrip: (listener) => subscribeTo(tripListeners, listener),
    onChanged(kind, listener) {
      const set = changedListeners.get(kind) ?? new Set();
      changedListeners.set(kind, set);
      return subscribeTo(set, listener);
    },
    onReload: (listener) => subscribeTo(reloadListeners, listener),
    need,
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
function newest(known: ShownUnit | undefined, next: ShownUnit): ShownUnit {
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
        const done = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        if (signal.aborted) done();
        else signal.addEventListener('abort', done);
      }),
    becomeLeader: (lead, signal) => (canShare ? navigator.locks.request(name, { signal }, lead) : lead()),
    channel: canShare
      ? {
          post: (message) => channel.postMessage(message),
          listen(receive) {
            channel.onmessage = (message: MessageEvent<Passed>) => receive(message.data);
            return () => channel.close();
          },
        }
      : null,
  };
}
