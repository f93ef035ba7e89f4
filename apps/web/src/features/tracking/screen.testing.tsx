import type { LiveEvent } from '@spora/contract/live-event';
import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import { allocateHistory, encodePackedHistory } from '@spora/telemetry/packed-history';
import { cleanup } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { ConnectionBanner } from '../../app/connection-banner.tsx';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { FIRST_OPTIONS } from './filter-search.ts';
import type { FeedHost } from './live-feed.ts';
import type { TrackingSearch } from './model.ts';
import { LiveProvider } from './public/live-context.tsx';
import { TrackingScreen, type TrackingScreenProps } from './screen.tsx';
import { liveUnit } from './testing.ts';

class PathWithoutInk {
  moveTo = () => undefined;
  lineTo = () => undefined;
  closePath = () => undefined;
  rect = () => undefined;
  arc = () => undefined;
  bezierCurveTo = () => undefined;
  addPath = () => undefined;
}
const canvasWithoutInk = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true });

/** What tests of the screen need of a browser: call it once in a file. */
export function withRoomAndInk(): void {
  beforeEach(() => {
    // The list is virtual: jsdom has no layout, so the scroller is given a height.
    for (const name of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
      Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 640 });
    HTMLElement.prototype.scrollTo = () => undefined;
    // The chart draws whenever it has been fetched, also after a test's last line.
    HTMLCanvasElement.prototype.getContext = (() => canvasWithoutInk) as never;
    vi.stubGlobal('Path2D', PathWithoutInk);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = () => undefined;
        unobserve = () => undefined;
        disconnect = () => undefined;
      },
    );
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

/** What a history holds besides its points, where a test does not care. */
export const NO_REST = { gaps: [], breaks: [], stops: [], private_blocks: [], implausible_count: 0, distance_m: 0 };

/** Two points in one minute, packed as the server sends them. */
export function history(over: object = {}, count = 2): Uint8Array<ArrayBuffer> {
  const points = allocateHistory(count);
  for (let i = 0; i < count; i += 1) {
    points.timeMs[i] = Date.parse('2026-11-02T09:00:00Z') + i * 60_000;
    points.latE7[i] = 59e7 + i * 1e5;
    points.lonE7[i] = 18e7;
    points.speedKmh[i] = 30;
  }
  const rest = { ...NO_REST, distance_m: 1200, ...over };
  return new Uint8Array(encodePackedHistory(points, rest));
}

let receive: (event: LiveEvent) => void = () => undefined;
/** Hands an event to the open screen. */
export const tell = (event: LiveEvent): void => receive(event);
/** Follows another tab, so that a test hands in the events. */
const hostOf = (): FeedHost => ({
  now: () => Date.now(),
  wait: () => Promise.resolve(),
  becomeLeader: () => new Promise(() => undefined),
  channel: { post: () => undefined, listen: (listener) => ((receive = listener), () => undefined) },
});

/** The screen with two units, a fleet that answers, and what it asked of the address. */
export async function open(
  parts: {
    units?: LiveUnit[];
    answers?: FakeAnswers;
    search?: TrackingSearch;
    isAdmin?: boolean;
    onAddPhone?: () => void;
    renderCheckIn?: TrackingScreenProps['renderCheckIn'];
    renderOnMap?: TrackingScreenProps['renderOnMap'];
  } = {},
) {
  const { units = [liveUnit({ id: 1, name: 'Anna' }), liveUnit({ id: 2, name: 'Bosse' })], isAdmin = true } = parts;
  const searches: TrackingSearch[] = [];
  const send = fakeSend({
    'tracking.positions': () => ({ units, server_time: '2026-11-02T10:00:00Z', last_event_id: '1' }),
    'tracking.search-options': () => FIRST_OPTIONS,
    'tracking.save-search-options': ({ body }) => body as never,
    'accounts.map-config': () => ({ providers: [] }),
    'alarms.open': () => ({ new_count: 0, open_count: 0, newest: null, units: [] }),
    'alarms.list': () => ({ alarms: [], next: null }),
    'tracking.history': () => history(),
    ...parts.answers,
  });
  function Page(): ReactNode {
    const [search, setSearch] = useState<TrackingSearch>(parts.search ?? {});
    return (
      <LiveProvider hostOf={hostOf}>
        <ConnectionBanner />
        <TrackingScreen
          search={search}
          onSearch={(next) => (searches.push(next), setSearch(next))}
          onAddPhone={isAdmin ? (parts.onAddPhone ?? (() => undefined)) : null}
          {...(parts.renderCheckIn ? { renderCheckIn: parts.renderCheckIn } : {})}
          {...(parts.renderOnMap ? { renderOnMap: parts.renderOnMap } : {})}
        />
      </LiveProvider>
    );
  }
  await renderScreen(<Page />, { send, user: signedInUser({ IsAdmin: isAdmin }) });
  return { send, searches, user: userEvent.setup() };
}

export const imeiOf = (id: number): string => String(350000000000000 + id);

/** A day of which every position stands: parked since the evening of 30 October. */
export const parkedDay = (day = '2026-11-02') => {
  const points = allocateHistory(4);
  for (let i = 0; i < points.n; i += 1) {
    points.timeMs[i] = Date.parse(`${day}T08:00:00Z`) + i * 3_600_000;
    points.latE7[i] = 59e7;
    points.lonE7[i] = 18e7;
  }
  const address = { address: 'Storgatan 12, Solna', address_is_approximate: false };
  const stops = [{ trip_id: 7, from: '2026-10-30T16:24:00Z', to: null, lat: 59, lng: 18, ...address }];
  const rest = { ...NO_REST, stops };
  return new Uint8Array(encodePackedHistory(points, rest));
};
