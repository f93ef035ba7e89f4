/**
 * One io element as the tracker sent it: never scaled or named before it is projected, so that a wrong model
 * family can be put right by a rebuild. `value` is unsigned for widths 1, 2 and 4; 8-byte values are bigint;
 * width 0 marks a variable-length element (codec 8 Extended NX) whose bytes are kept as they came.
 */
export type RawIo =
  | { readonly id: number; readonly width: 1 | 2 | 4; readonly value: number }
  | { readonly id: number; readonly width: 8; readonly value: bigint }
  | { readonly id: number; readonly width: 0; readonly value: Uint8Array };

/** One position report as read from the log. Times are UTC milliseconds, coordinates 1e-7 degrees (WGS 84). */
export interface PositionRecord {
  readonly timeMs: number;
  readonly latE7: number;
  readonly lonE7: number;
  readonly altitudeM: number;
  /** 0 to 359, clockwise from north. */
  readonly headingDeg: number;
  /** 0 means that the position is the last known one, not a new fix. */
  readonly satellites: number;
  readonly speedKmh: number;
  /** 0 low, 1 high, 2 panic. */
  readonly priority: number;
  /** The io id that caused the record, 0 for a periodic one. */
  readonly eventId: number;
  readonly io: readonly RawIo[];
}
