import type { MapUnit } from './shapes.ts';

/** What changed since the last flush. `all` means: send everything, a diff would be dearer. */
export interface FleetChanges {
  readonly all: boolean;
  readonly updated: readonly MapUnit[];
  readonly removed: readonly number[];
}

/**
 * The units on the map, outside React: messages only mark ids dirty, the map flushes them at its own pace.
 * `subscribe` and `getVersion` fit `useSyncExternalStore`.
 */
export interface FleetStore {
  readonly size: number;
  /** Takes what it is given; who brings it judges what is newest. Equal units are not dirty. */
  put(units: readonly MapUnit[]): void;
  /** The full state: units that are not in it are removed. */
  replace(units: readonly MapUnit[]): void;
  remove(ids: readonly number[]): void;
  /** Shows only these on the map ("filters apply to the map"); `null` shows all. */
  showOnly(ids: ReadonlySet<number> | null): void;
  get(id: number): MapUnit | undefined;
  /** The units that are to be drawn. */
  shown(): MapUnit[];
  subscribe(listener: () => void): () => void;
  getVersion(): number;
  /** Hands over the dirty units once. */
  takeChanges(): FleetChanges;
}

/** Above this share of dirty units the whole source is cheaper to send than a diff (measured, docs of the map). */
const DIFF_SHARE_MAX = 0.04;
const DIFF_ALWAYS_BELOW = 50;

export function createFleetStore(): FleetStore {
  const units = new Map<number, MapUnit>();
  const dirty = new Set<number>();
  const removed = new Set<number>();
  const listeners = new Set<() => void>();
  let visible: ReadonlySet<number> | null = null;
  let isAllDirty = true;
  let version = 0;

  const isShown = (id: number) => visible === null || visible.has(id);
  const announce = () => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const putOne = (next: MapUnit): boolean => {
    const known = units.get(next.id);
    if (known && isSame(known, next)) return false;
    units.set(next.id, next);
    removed.delete(next.id);
    if (isShown(next.id)) dirty.add(next.id);
    return true;
  };
  const removeOne = (id: number): boolean => {
    if (!units.delete(id)) return false;
    dirty.delete(id);
    removed.add(id);
    return true;
  };

  return {
    get size() {
      return units.size;
    },
    put(next) {
      let hasChanged = false;
      for (const unit of next) hasChanged = putOne(unit) || hasChanged;
      if (hasChanged) announce();
    },
    replace(next) {
      const kept = new Set(next.map((unit) => unit.id));
      let hasChanged = false;
      for (const id of [...units.keys()]) if (!kept.has(id)) hasChanged = removeOne(id) || hasChanged;
      for (const unit of next) hasChanged = putOne(unit) || hasChanged;
      if (hasChanged) announce();
    },
    remove(ids) {
      let hasChanged = false;
      for (const id of ids) hasChanged = removeOne(id) || hasChanged;
      if (hasChanged) announce();
    },
    showOnly(ids) {
      if (visible === ids) return;
      visible = ids;
      isAllDirty = true;
      announce();
    },
    get: (id) => units.get(id),
    shown: () => [...units.values()].filter((unit) => isShown(unit.id)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getVersion: () => version,
    takeChanges() {
      const count = dirty.size + removed.size;
      const all = isAllDirty || (count > DIFF_ALWAYS_BELOW && count > units.size * DIFF_SHARE_MAX);
      const changes: FleetChanges = all
        ? { all, updated: [], removed: [] }
        : { all, updated: [...dirty].flatMap((id) => units.get(id) ?? []), removed: [...removed] };
      isAllDirty = false;
      dirty.clear();
      removed.clear();
      return changes;
    },
  };
}

const isSame = (a: MapUnit, b: MapUnit): boolean =>
  a.lat === b.lat &&
  a.lng === b.lng &&
  a.headingDeg === b.headingDeg &&
  a.timeMs === b.timeMs &&
  a.speedKmh === b.speedKmh &&
  a.state === b.state &&
  a.colour === b.colour &&
  a.symbol === b.symbol &&
  a.title === b.title;
