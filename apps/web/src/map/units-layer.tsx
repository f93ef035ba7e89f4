import type { FleetStore } from './fleet-store.ts';
import type { MapPoint } from './shapes.ts';

export interface UnitsLayerProps {
  readonly store: FleetStore;
  /** Drawn apart from the clusters, above all others. */
  readonly selectedId?: number | null;
  readonly hoveredId?: number | null;
  /** More units that are never hidden in a cluster (followed, compared); at most 200. */
  readonly pinnedIds?: ReadonlySet<number>;
  readonly showTitles: boolean;
  readonly isClustered: boolean;
  readonly onSelect?: (id: number) => void;
  /** `null` when the pointer leaves. */
  readonly onHover?: (id: number | null) => void;
  /** A cluster that no zoom can split was chosen (MAP-024). */
  readonly onOpenCluster?: (ids: readonly number[], at: MapPoint) => void;
  /** A click beside every unit. */
  readonly onClickEmpty?: (at: MapPoint) => void;
}

export function UnitsLayer(_props: UnitsLayerProps) {
  return null;
}
