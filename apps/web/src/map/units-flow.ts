import { gatherMs } from '@spora/telemetry/pace';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { clusterFeature, clustersOf, type Cluster, CLUSTER_MAX_ZOOM } from './clusters.ts';
import type { FleetStore } from './fleet-store.ts';
import { createMotion } from './motion.ts';
import { isAlive } from './overlays.ts';
import type { MapTheme, MapUnit } from './shapes.ts';
import { stacksOf, type Stack } from './stacks.ts';
import { severityOf, stackTitle, unitChange, unitFeature, unitFeatures } from './units-features.ts';
import { ACTIVE, CLUSTER_LAYERS, FLEET, loneUnits, standing, UNIT_LAYERS } from './units-style.ts';
import { isInside, viewPx, type ViewPx } from './world-px.ts';

const FRAME_MS = 66;
/** Units that move smoothly: those one can see well, but never more than a small source can take. */
const ACTIVE_MIN_ZOOM = 12;
const ACTIVE_MAX = 200;
/** So many in view never become few enough to be drawn one by one while there are clusters: they are not looked through. */
const STACKED_MOST = 2_000;
/** Widths and heights of the view to each side of it: whoever drags the map finds there what is there. */
const VIEW_AROUND = 1;

/** The way of units from the store to the map: diffs that wait for the one before, and glides of what is near. */
export interface UnitsFlow {
  readonly keepApart: (ids: readonly number[]) => void;
  /** Where units lie on each other, this one is seen. */
  readonly point: (id: number | null) => void;
  /** The units that are drawn as this one, itself among them; null: it stands alone. */
  readonly stackAt: (id: number) => readonly MapUnit[] | null;
  /** The units of the circle that this one is in; null: it stands alone. */
  readonly clusterOf: (id: number) => readonly MapUnit[] | null;
  readonly restyle: (theme: MapTheme) => void;
  /** Whether what is near each other is one circle from far away. */
  readonly cluster: (isClustered: boolean) => void;
  /** Everything is sent again, after a new style. */
  readonly resend: () => void;
  readonly stop: () => void;
}

export function startUnitsFlow(
  map: MapLibreMap,
  store: FleetStore,
  first: { readonly theme: MapTheme; readonly isClustered: boolean },
): UnitsFlow {
  const motion = createMotion();
  let { theme, isClustered } = first;
  let known = new Set<number>();
  let mustSendAll = true;
  let isFlushing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastFlush = -Infinity;
  /** The more units, the more seldom. */
  let lastTookMs = 0;
  /** At the zoom and for the view that they were last sent for. */
  let clusters: readonly Cluster[] = [];
  let sent: { readonly zoom: number; readonly view: ViewPx; readonly text: string } | null = null;
  let apart: readonly number[] = [];
  let pointed: number | null = null;
  let active: readonly number[] = [];
  /** The active units as they were last aimed at. */
  let aimed: readonly (MapUnit | undefined)[] = [];
  /** Those that lie on each other, by the one that is drawn, and the others, which are not. */
  let stacks: ReadonlyMap<number, Stack> = new Map();
  let covered: readonly number[] = [];
  let areClustersShown = true;
  let frame = 0;
  let lastFrame = -Infinity;
  let isActiveEmpty = true;
  let isStopped = false;

  const source = (id: string) => (isAlive(map) ? map.getSource<GeoJSONSource>(id) : undefined);

  function schedule(): void {
    if (isStopped || isFlushing || timer !== undefined) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        void flush();
      },
      Math.max(0, gatherMs(lastTookMs) - (performance.now() - lastFlush)),
    );
  }

  async function flush(): Promise<void> {
    const fleet = source(FLEET);
    if (isStopped || !fleet) return;
    isFlushing = true;
    lastFlush = performance.now();
    const version = store.getVersion();
    const changes = store.takeChanges();
    try {
      if (isClustered) await sendClusters(fleet);
      else if (changes.all || mustSendAll) {
        mustSendAll = false;
        const shown = store.shown();
        known = new Set(shown.map((unit) => unit.id));
        chooseActive();
        await fleet.setData(unitFeatures(shown, theme));
      } else if (changes.updated.length + changes.removed.length > 0) {
        const add = changes.updated.filter((unit) => !known.has(unit.id)).map((unit) => unitFeature(unit, theme));
        const update = changes.updated.filter((unit) => known.has(unit.id)).map((unit) => unitChange(unit, theme));
        for (const unit of changes.updated) known.add(unit.id);
        for (const id of changes.removed) known.delete(id);
        chooseActive();
        await fleet.updateData({ add, update, remove: [...changes.removed] });
      }
    } catch {
      // The source went away under the update (new style, page left); what it was to get is sent whole next time.
      mustSendAll = true;
    } finally {
      isFlushing = false;
      lastTookMs = performance.now() - lastFlush;
      if (store.getVersion() !== version) schedule();
      else look();
    }
  }

  /** Circles and those that stand alone, in the view and around it; nothing where the picture would be the same. */
  async function sendClusters(fleet: GeoJSONSource): Promise<void> {
    const isAsked = mustSendAll;
    mustSendAll = false;
    const shown = store.shown();
    known = new Set(shown.map(({ id }) => id));
    chooseActive();
    const zoom = Math.floor(map.getZoom());
    const view = viewPx(map.getBounds(), zoom, VIEW_AROUND);
    clusters = clustersOf(shown, zoom);
    const features = clusters.filter(({ x, y }) => isInside(view, x, y)).map((each) => clusterFeature(each, zoom, theme));
    const text = JSON.stringify(features);
    const isSame = !isAsked && text === sent?.text;
    sent = { zoom, view, text };
    if (!isSame) await fleet.setData({ type: 'FeatureCollection', features });
  }

  /** The map shows what was not sent, or parts what was one circle. */
  function look(): void {
    if (!isClustered || sent === null || isStopped || !isAlive(map)) return;
    const zoom = Math.floor(map.getZoom());
    const { west, north, east, south } = viewPx(map.getBounds(), sent.zoom);
    if (zoom !== sent.zoom || !isInside(sent.view, west, north) || !isInside(sent.view, east, south)) schedule();
  }

  /** Which units glide, and which lie on each other; the fleet's own layers leave both out. */
  function chooseActive(): void {
    if (isStopped || !isAlive(map)) return;
    const kept = apart.filter((id) => known.has(id));
    const near = map.getZoom() >= ACTIVE_MIN_ZOOM ? unitsInView() : [];
    const isFar = map.getZoom() <= CLUSTER_MAX_ZOOM + 1;
    const isHopeless = isFar && near.length > STACKED_MOST;
    const preferred = pointed === null ? kept : [...kept, pointed];
    const piles = isHopeless ? [] : stacksOf(near, map.getZoom(), { preferred, severityOf });
    const below = new Set(piles.flatMap(([, ...rest]) => rest.map(({ id }) => id)));
    const seen = near.filter(({ id }) => !below.has(id)).map(({ id }) => id);
    const isAllSeen = new Set([...kept, ...seen]).size <= ACTIVE_MAX;
    // More than can glide: clusters as long as there are any, then what lies on each other and nothing else.
    const drawn = isAllSeen || !isFar ? piles.slice(0, ACTIVE_MAX - kept.length) : [];
    const heads = isAllSeen ? seen : drawn.map(([head]) => head.id);
    const next = [...new Set([...kept, ...heads])].toSorted((a, b) => a - b);
    stacks = new Map(drawn.map((stack) => [stack[0].id, stack]));
    const under = drawn.flatMap(([, ...rest]) => rest.map(({ id }) => id)).toSorted((a, b) => a - b);
    const showsClusters = near.length === 0 || !isAllSeen;
    if (!isSame(next, active) || !isSame(under, covered) || showsClusters !== areClustersShown) {
      for (const id of active) if (!next.includes(id)) motion.forget(id);
      active = next;
      covered = under;
      areClustersShown = showsClusters;
      applyFilters();
    }
    aimActive();
    lastFrame = -Infinity;
    requestFrame();
  }

  /** Whether one of them has changed. */
  function aimActive(): boolean {
    const now = performance.now();
    const before = aimed;
    aimed = active.map((id) => store.get(id));
    for (const unit of aimed) if (unit) motion.aim(unit, now);
    return aimed.length !== before.length || aimed.some((unit, i) => unit !== before[i]);
  }

  /** What glides waits neither for other changes nor for the clusters of all. */
  function follow(): void {
    if (active.length > 0 && aimActive()) requestFrame();
    schedule();
  }

  function unitsInView(): MapUnit[] {
    const bounds = map.getBounds();
    return store.shown().filter(({ lng, lat }) => bounds.contains([lng, lat]));
  }

  function applyFilters(): void {
    const filter = loneUnits([...active, ...covered]);
    // Where each unit is drawn by itself, the cluster that it is in at this zoom would be drawn beneath it.
    for (const id of CLUSTER_LAYERS)
      if (map.getLayer(id)) map.setLayoutProperty(id, 'visibility', areClustersShown ? 'visible' : 'none');
    for (const id of [UNIT_LAYERS.title, UNIT_LAYERS.ring, UNIT_LAYERS.body]) if (map.getLayer(id)) map.setFilter(id, filter);
    if (map.getLayer(UNIT_LAYERS.clear)) map.setFilter(UNIT_LAYERS.clear, standing(filter));
    if (map.getLayer(UNIT_LAYERS.glyph)) map.setFilter(UNIT_LAYERS.glyph, ['all', filter, ['has', 'glyph']]);
  }

  function requestFrame(): void {
    if (!frame && !isStopped) frame = requestAnimationFrame(drawActive);
  }

  function drawActive(now: number): void {
    frame = 0;
    const target = source(ACTIVE);
    if (isStopped || !target) return;
    if (now - lastFrame < FRAME_MS) return requestFrame();
    lastFrame = now;
    let isMoving = false;
    const features = active.flatMap((id) => {
      const unit = store.get(id);
      const at = motion.at(id, now);
      if (!unit || !at) return [];
      isMoving ||= at.isMoving;
      const feature = unitFeature(unit, theme, at);
      const count = stacks.get(id)?.length;
      // The chosen one has layers of its own, over all others.
      const rank = apart.includes(id) ? 0 : 1;
      const stack = count === undefined ? {} : { count, title: stackTitle(unit.title, count) };
      return [{ ...feature, properties: { ...feature.properties, rank, ...stack } }];
    });
    // Where nothing glides there is nothing to clear away again with each flush.
    if (features.length === 0 && isActiveEmpty) return;
    isActiveEmpty = features.length === 0;
    void target.setData({ type: 'FeatureCollection', features });
    if (isMoving) requestFrame();
  }

  const unsubscribe = store.subscribe(follow);
  map.on('moveend', chooseActive);
  map.on('move', look);
  schedule();
  return {
    keepApart(ids) {
      apart = ids.slice(0, ACTIVE_MAX);
      chooseActive();
    },
    point(id) {
      pointed = id;
      if (covered.length > 0) chooseActive();
    },
    stackAt: (id) => stacks.get(id) ?? null,
    clusterOf: (id) => clusters.find(({ units }) => units.length > 1 && units.some((unit) => unit.id === id))?.units ?? null,
    cluster(next) {
      if (next === isClustered) return;
      isClustered = next;
      clusters = [];
      sent = null;
      mustSendAll = true;
      schedule();
    },
    restyle(next) {
      theme = next;
      mustSendAll = true;
      applyFilters();
      schedule();
    },
    resend() {
      mustSendAll = true;
      applyFilters();
      schedule();
    },
    stop() {
      isStopped = true;
      unsubscribe();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      if (!isAlive(map)) return;
      map.off('moveend', chooseActive);
      map.off('move', look);
    },
  };
}

const isSame = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((id, i) => id === b[i]);
