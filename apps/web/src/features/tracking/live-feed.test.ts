import type { LiveEvent } from '@spora/contract/live-event';
import { PATHS } from '@spora/contract/paths';
import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import { expect, test } from 'vitest';
import { learnPaths } from '../../lib/known-paths.ts';
import type { ApiRequest, Send } from '../../lib/send.ts';
import { browserHost, createLiveFeed, type FeedHost, type LiveFeed, type Passed } from './live-feed.ts';
import type { ShownUnit } from './model.ts';
import { liveUnit } from './testing.ts';

// As after the first call of a signed-in page: nothing is fetched before the feed asks.
learnPaths(PATHS);

interface World {
  readonly feed: LiveFeed;
  readonly requests: ApiRequest[];
  readonly waits: number[];
  /** Sends an event down the open stream. */
  readonly push: (id: string, event: LiveEvent) => void;
  /** Breaks the open stream. */
  readonly breakStream: () => void;
  /** Lets the feed go on after its pause. */
  readonly proceed: () => Promise<void>;
}

function start(
  options: {
    units?: LiveUnit[][];
    streamFails?: () => boolean;
    channel?: FeedHost['channel'];
    isLeader?: boolean;
    becomeLeader?: FeedHost['becomeLeader'];
    loadsIn?: number;
  } = {},
): World {
  const requests: ApiRequest[] = [];
  const waits: number[] = [];
  const loads = options.units ?? [[liveUnit({ id: 1 })]];
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let loaded = 0;
  let goOn: (() => void)[] = [];
  const answer = (body: unknown, response: Response | null = null) => ({
    status: 200,
    headers: new Headers(),
    json: async () => body,
    response,
  });
  const send: Send = async (request) => {
    requests.push(request);
    if (request.id === 'tracking.positions') {
      const units = loads[Math.min(loaded, loads.length - 1)] ?? [];
      loaded += 1;
      if (options.loadsIn) await new Promise((resolve) => setTimeout(resolve, options.loadsIn));
      return answer({ success: true, data: { units, server_time: '2026-11-02T10:00:00Z', last_event_id: String(loaded * 100) } });
    }
    if (options.streamFails?.()) throw new Error('no contact');
    return answer(null, new Response(new ReadableStream<Uint8Array>({ start: (c) => void (controller = c) })));
  };
  const feed = createLiveFeed(send, {
    now: () => 1_000,
    wait: (ms, signal) => {
      if (ms === 0) return Promise.resolve();
      waits.push(ms);
      return new Promise((resolve) => {
        goOn.push(resolve);
        signal.addEventListener('abort', () => resolve());
      });
    },
    becomeLeader: options.becomeLeader ?? ((lead) => (options.isLeader === false ? new Promise(() => undefined) : lead())),
    channel: options.channel ?? null,
  });
  return {
    feed,
    requests,
    waits,
    push: (id, event) => controller?.enqueue(new TextEncoder().encode(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`)),
    breakStream: () => controller?.error(new Error('broken')),
    proceed: async () => {
      const waiting = goOn;
      goOn = [];
      for (const resolve of waiting) resolve();
      await settle();
    },
  };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const at = (time: string, lat: number) => ({ ...liveUnit({ id: 1 }).position!, time, lat });

test('MAP-034: the full state is loaded first, then changes arrive by the stream from where it ended', async () => {
  const { feed, requests, push } = start();
  await settle();
  expect(requests.map((r) => r.id)).toEqual(['tracking.positions', 'tracking.stream']);
  expect(requests[1]?.headers).toEqual({ 'Last-Event-ID': '100' });
  push('101', { kind: 'position', units: [liveUnit({ id: 1, position: at('2026-11-02T10:00:05Z', 59.5) })] });
  await settle();
  expect(feed.getState().connection).toBe('live');
  expect(feed.getState().units.get(1)?.position?.lat).toBe(59.5);
  feed.stop();
});

test('MAP-023: a position that arrives late does not become the current one', async () => {
  const { feed, push } = start({ units: [[liveUnit({ id: 1, position: at('2026-11-02T10:00:10Z', 59.1) })]] });
  await settle();
  push('1', { kind: 'position', units: [liveUnit({ id: 1, position: at('2026-11-02T10:00:00Z', 58) })] });
  await settle();
  expect(feed.getState().units.get(1)?.position?.lat).toBe(59.1);
  feed.stop();
});

test('MAP-023: the map hears of the units that were taken, and of no late position', async () => {
  const { feed, push } = start({ units: [[liveUnit({ id: 1, position: at('2026-11-02T10:00:10Z', 59.1) })]] });
  const heard: (readonly number[] | null)[] = [];
  feed.onUnits((changed) => heard.push(changed && changed.map(({ id }) => id)));
  await settle();
  const late = liveUnit({ id: 1, position: at('2026-11-02T10:00:00Z', 58) });
  push('1', { kind: 'position', units: [late, liveUnit({ id: 2 })] });
  await settle();
  expect(heard).toEqual([null, [2]]);
  feed.stop();
});

test('MAP-034: a unit that was added is in the list at once, and stays when the full state was read before', async () => {
  const { feed, push } = start({ loadsIn: 2 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const phone = liveUnit({ id: 2, position: null, last_contact: null });
  push('101', { kind: 'position', units: [phone] });
  await settle();
  expect([...feed.getState().units.keys()]).toEqual([1, 2]);
  feed.refresh();
  push('102', { kind: 'position', units: [{ ...phone, id: 3 }] });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([...feed.getState().units.keys()], 'what is not told of any more is gone').toEqual([1, 3]);
  feed.stop();
});

test('MAP-023: a position that comes while the full state is on its way is not undone by it', async () => {
  const older = liveUnit({ id: 1, position: at('2026-11-02T10:00:00Z', 58) });
  let receive: (message: Passed) => void = () => undefined;
  const channel: FeedHost['channel'] = { post: () => undefined, listen: (r) => ((receive = r), () => undefined) };
  const { feed } = start({ units: [[older], [older]], channel });
  await settle();
  const newer = liveUnit({ id: 1, position: at('2026-11-02T10:00:10Z', 59.1) });
  feed.refresh();
  receive({ kind: 'position', units: [newer] });
  await settle();
  expect(feed.getState().units.get(1)?.position?.lat).toBe(59.1);
  feed.stop();
});

test('MAP-034: after a break the full state is loaded again before the stream goes on', async () => {
  const { feed, requests, breakStream, proceed } = start({ units: [[liveUnit({ id: 1 })], [liveUnit({ id: 2 })]] });
  await settle();
  breakStream();
  await settle();
  await proceed();
  expect(requests.map((r) => r.id)).toEqual(['tracking.positions', 'tracking.stream', 'tracking.positions', 'tracking.stream']);
  expect([...feed.getState().units.keys()]).toEqual([2]);
  feed.stop();
});

test('CONST-058, MAP-034: while the stream fails, the feed polls every 15 seconds and returns to the stream by itself', async () => {
  let fails = true;
  const { feed, waits, proceed } = start({ streamFails: () => fails });
  await settle();
  for (let i = 0; i < 4; i += 1) await proceed();
  expect(feed.getState().connection).toBe('polling');
  expect(waits.at(-1)).toBe(15_000);
  fails = false;
  await proceed();
  expect(feed.getState().connection).toBe('live');
  feed.stop();
});

test('MAP-034: a tab that does not lead opens no stream and lives from what the leading tab passes on', async () => {
  let receive: (message: Passed) => void = () => undefined;
  const channel: FeedHost['channel'] = { post: () => undefined, listen: (r) => ((receive = r), () => undefined) };
  const { feed, requests } = start({ channel, isLeader: false });
  await settle();
  expect(requests.map((r) => r.id)).toEqual(['tracking.positions']);
  receive({ kind: 'position', units: [liveUnit({ id: 7 })] });
  expect(feed.getState().units.has(7)).toBe(true);
  feed.stop();
});

test('MAP-034: after a break, and while the leading tab polls, the other tabs load the full state too and say how they hear', async () => {
  const passed: Passed[] = [];
  let fails = false;
  const leading = start({
    streamFails: () => fails,
    channel: { post: (message) => void passed.push(message), listen: () => () => undefined },
  });
  let receive: (message: Passed) => void = () => undefined;
  const { feed, requests } = start({
    units: [[liveUnit({ id: 1 })], [liveUnit({ id: 2 })], [liveUnit({ id: 3 })]],
    channel: { post: () => undefined, listen: (r) => ((receive = r), () => undefined) },
    isLeader: false,
  });
  await settle();
  passed.length = 0;
  const passOn = async (): Promise<void> => {
    for (const message of passed.splice(0)) receive(message);
    await settle();
  };
  fails = true;
  leading.breakStream();
  await settle();
  await passOn();
  expect(feed.getState().connection).toBe('connecting');
  for (let i = 0; i < 3; i += 1) await leading.proceed();
  await passOn();
  expect(feed.getState().connection).toBe('polling');
  const polled = requests.length;
  await leading.proceed();
  await passOn();
  expect(requests.slice(polled).map(({ id }) => id)).toEqual(['tracking.positions']);
  expect([...feed.getState().units.keys()]).toEqual([3]);
  fails = false;
  await leading.proceed();
  await passOn();
  expect([leading.feed.getState().connection, feed.getState().connection]).toEqual(['live', 'live']);
  leading.feed.stop();
  feed.stop();
});

test('API-055: a tab that is given the lead while it loads asks for the fleet once', async () => {
  let give = (): void => undefined;
  const { feed, requests } = start({
    becomeLeader: (lead) => new Promise<void>((resolve) => (give = resolve)).then(lead),
    loadsIn: 4,
  });
  await new Promise((resolve) => setTimeout(resolve, 1));
  give();
  await settle();
  await settle();
  expect(requests.map((r) => r.id)).toEqual(['tracking.positions', 'tracking.stream']);
  expect(feed.getState().hasLoaded).toBe(true);
  feed.stop();
});

test('API-055: what is looked at is asked for once it is brief, all that was asked meanwhile in the next question', async () => {
  const brief = [1, 2, 3, 4].map((id): ShownUnit => ({ ...liveUnit({ id, address: null }), isBrief: id < 4 }));
  const { feed, requests } = start({ units: [brief as LiveUnit[], [1, 2, 3].map((id) => liveUnit({ id }))] });
  await settle();
  feed.need([1]);
  feed.need([2, 4, 99]);
  await settle();
  expect(requests.filter(({ query }) => query?.['ids']).map(({ query }) => query)).toEqual([{ ids: '1,2' }]);
  expect(feed.getState().units.get(2)).toMatchObject({ address: 'Storgatan 12, 171 45 Solna' });
  expect(feed.getState().answers).toBe(1);
  feed.need([1, 2]);
  await settle();
  expect(requests.filter(({ query }) => query?.['ids'])).toHaveLength(1);
  feed.stop();
});

test('UNIT-001: what was changed on a unit here is on the map without waiting for its next report', async () => {
  const { feed } = start({ units: [[liveUnit({ id: 1 })], [liveUnit({ id: 1, colour: '#c92a2a', marker_symbol: 'truck' })]] });
  await settle();
  feed.refresh();
  await settle();
  expect(feed.getState().units.get(1)).toMatchObject({ colour: '#c92a2a', marker_symbol: 'truck' });
  feed.stop();
});

test('a pause of the stream ends with it, also where that was over before, and leaves no listener behind', async () => {
  const { wait } = browserHost(1);
  await wait(60_000, AbortSignal.abort());
  const over = new AbortController();
  const waiting = wait(60_000, over.signal);
  over.abort();
  await waiting;
  const open = new AbortController().signal;
  const heard = new Set<unknown>();
  open.addEventListener = (_: string, listener: unknown) => void heard.add(listener);
  open.removeEventListener = (_: string, listener: unknown) => void heard.delete(listener);
  await wait(1, open);
  expect(heard.size).toBe(0);
});
