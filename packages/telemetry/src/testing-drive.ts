import type { PositionRecord, RawIo } from './record.ts';

/** The same numbers for the same seed, on any machine (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

export interface DriveOptions {
  readonly seed?: number;
  readonly startMs?: number;
  /** Without: 12 elements as a basic tracker sends them. */
  readonly isPlain?: boolean;
}

/**
 * A made-up day of a car for tests and benchmarks: drives and stands in turn, a record every 1 to 10 seconds while it
 * moves and every minute while not, with noise in every value that has noise in life, and events now and then.
 */
export function syntheticDrive(n: number, options: DriveOptions = {}): PositionRecord[] {
  const random = seededRandom(options.seed ?? 1);
  const around = (spread: number) => (random() + random() + random() - 1.5) * spread;
  let timeMs = options.startMs ?? Date.UTC(2026, 4, 4, 6, 0, 0);
  let lat = 59.33;
  let lon = 18.06;
  let heading = 40;
  let speed = 0;
  let altitude = 25;
  let odometer = 84_211_340;
  let external = 13_900;
  let battery = 4060;
  let hdop = 8;
  let signal = 4;
  let cell = 40_211;
  let phaseS = 0;
  let isDriving = true;
  const records: PositionRecord[] = [];
  for (let i = 0; i < n; i++) {
    const step = isDriving ? 1 + Math.floor(random() * 10) : 60;
    phaseS -= step;
    let eventId = 0;
    if (phaseS < 0) {
      isDriving = i === 0 || !isDriving;
      phaseS = isDriving ? 600 + random() * 2400 : 900 + random() * 3600;
      eventId = 239;
    }
    timeMs += step * 1000;
    speed = isDriving ? Math.max(0, Math.min(110, speed + around(14) + 0.5)) : 0;
    heading = (heading + (isDriving ? around(24) : 0) + 360) % 360;
    const metres = (speed / 3.6) * step;
    lat += (metres * Math.cos((heading * Math.PI) / 180)) / 111_195 + around(1.5) / 111_195;
    lon += (metres * Math.sin((heading * Math.PI) / 180)) / 56_700 + around(1.5) / 56_700;
    odometer += Math.round(metres);
    altitude += around(1.2);
    if (random() < 0.5) external = (isDriving ? 13_900 : 12_500) + Math.round(around(90));
    if (random() < 0.1) battery = 4060 + Math.round(around(14));
    if (random() < 0.2) hdop = 7 + Math.floor(random() * 4);
    if (random() < 0.05) signal = 2 + Math.floor(random() * 4);
    if (random() < 0.03) cell = 40_000 + Math.floor(random() * 500);
    records.push({
      timeMs,
      latE7: Math.round(lat * 1e7),
      lonE7: Math.round(lon * 1e7),
      altitudeM: Math.round(altitude),
      headingDeg: Math.floor(heading) % 360,
      satellites: 9 + Math.floor(random() * 6),
      speedKmh: Math.round(speed),
      priority: eventId === 0 ? 0 : 1,
      eventId,
      io: options.isPlain ? [] : richIo(),
    });
  }
  return records;

  function richIo(): RawIo[] {
    return [
      { id: 239, width: 1, value: isDriving ? 1 : 0 },
      { id: 240, width: 1, value: speed > 0 ? 1 : 0 },
      { id: 21, width: 1, value: signal },
      { id: 200, width: 1, value: 0 },
      { id: 69, width: 1, value: 1 },
      { id: 181, width: 2, value: hdop + 4 },
      { id: 182, width: 2, value: hdop },
      { id: 66, width: 2, value: external },
      { id: 67, width: 2, value: battery },
      { id: 205, width: 2, value: cell },
      { id: 241, width: 4, value: 24_001 },
      { id: 16, width: 4, value: odometer },
    ];
  }
}
