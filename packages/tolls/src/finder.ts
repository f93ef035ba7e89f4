/** What is kept between two fixes: plain JSON. */
export interface FinderState {
  timeMs: number | null;
  latE7: number;
  lonE7: number;
}

export interface FoundPassage {
  /** A station's id, or a zone's. */
  readonly stationId: string;
  /** The control point; empty for a zone. */
  readonly pointId: string;
  readonly timeMs: number;
  readonly latE7: number;
  readonly lonE7: number;
  readonly isUncertain: boolean;
}

export interface Fix {
  readonly timeMs: number;
  readonly latE7: number;
  readonly lonE7: number;
}

/** The state before the first fix. */
export const nothingFound = (): FinderState => ({ timeMs: null, latE7: 0, lonE7: 0 });

/** A copy that shares nothing with its original. */
export const copyFinder = (state: FinderState): FinderState => ({ ...state });

/** Takes the next fix in order of time; tells of the passages that are settled by it. */
export function find(state: FinderState, fix: Fix, _emit: (passage: FoundPassage) => void): void {
  state.timeMs = fix.timeMs;
  state.latE7 = fix.latE7;
  state.lonE7 = fix.lonE7;
}

/** Closes what is open: the trip ends. */
export function flush(_state: FinderState, _emit: (passage: FoundPassage) => void): void {
  // Nothing stays open yet.
}
