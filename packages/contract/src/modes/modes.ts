/** MODE-001, CONST-021: how often a unit reports, in the order of the chooser. */
export const MODES = ['24h', '12h', '8h', '6h', '1h', 'realtime-5', 'realtime-1', 'theft'] as const;
export type Mode = (typeof MODES)[number];
/** Those that somebody chooses; theft mode is turned on and off. */
export const CHOSEN_MODES = MODES.filter((mode): mode is Exclude<Mode, 'theft'> => mode !== 'theft');
export type ChosenMode = (typeof CHOSEN_MODES)[number];
/** MODE-001: what fits most units, and what follows theft mode where nothing else is known (DEC-51). */
export const RECOMMENDED_MODE = '24h' satisfies ChosenMode;

export interface ModeFacts {
  /** Seconds between two reports while it moves, and while it stands. */
  readonly movingS: number;
  readonly stillS: number;
  /** How long a battery lasts at most, months; null where nobody has said. */
  readonly batteryMonths: number | null;
}

const HOUR_S = 3600;
const fixed = (hours: number, batteryMonths: number | null = null): ModeFacts => ({
  movingS: hours * HOUR_S,
  stillS: hours * HOUR_S,
  batteryMonths,
});

/** MODE-002, MODE-003, MODE-005 (CONST-019 to 022). */
export const MODE_FACTS: Readonly<Record<Mode, ModeFacts>> = {
  '24h': fixed(24, 60),
  '12h': fixed(12),
  '8h': fixed(8, 36),
  '6h': fixed(6),
  '1h': fixed(1),
  'realtime-5': { movingS: 300, stillS: HOUR_S, batteryMonths: null },
  'realtime-1': { movingS: 60, stillS: HOUR_S, batteryMonths: null },
  theft: { movingS: 300, stillS: 1800, batteryMonths: 1 },
};

/** MODE-004, CONST-023: a change may take so long where nothing is known of how the unit reports. */
export const MODE_CHANGE_MAX_S = 24 * HOUR_S;
/** MODE-009: after so many hours theft mode ends by itself; null: never. */
export const THEFT_HOURS = [12, 24, 72, null] as const;
/** MAP-011: so long a unit is tracked actively before somebody is asked whether to go on. */
export const ACTIVE_TRACKING_S = 15 * 60;

/** MODE-007: until when (ms) a change is in force at the latest: at the report that is due next; null: nothing tells when it reports. */
export const activeAtLatestMs = (lastContactMs: number | null, intervalS: number | null): number | null =>
  lastContactMs === null || intervalS === null ? null : lastContactMs + intervalS * 1000;
