import { PROTOCOLS } from '@spora/protocols/list';
import { parseArgs } from 'node:util';

const PORT = String(PROTOCOLS[0].port.fallback);

export const USAGE = `npm run simulate -- [options]

A fleet:
  --units N          how many units (20)
  --speedup N        how much faster time runs until it reaches now (1); max sends the past at once
  --hours N          how long ago it starts (0, or what a speed-up makes up for in six minutes)
  --imei-from N      the first IMEI; the others follow by counting (001010000000001)
  --every N          seconds between the records of a moving unit (5); 60 makes a year of a fleet in some minutes
  --seed N           another seed is another fleet (1)
  --graph FILE.json  drive on this street graph;  --zone NAME  its time zone (Europe/Stockholm)
  --routes FILE.geojson  drive these long routes
  --fleet FILE.json  a fleet written down;  --from TIME  where to begin in it
  --register         first add the IMEIs as units (--account NAME, else the demo's)
  --minutes N        end by itself

One unit, for example one that you registered: an hour of its past at once, then as time goes:
  --imei N           [--speedup N] [--hours N] [--minutes N]

A recorded drive:
  --replay FILE.csv|.gpx --imei N [--speedup N] [--keep-time]

Where to: --host (127.0.0.1) --port (${PORT})`;

export interface Arguments {
  readonly host: string;
  readonly port: number;
  readonly units: number;
  readonly speedup: number;
  readonly hours: number | undefined;
  readonly imeiFrom: string;
  /** Seconds between the records of a moving unit. */
  readonly everyS: number;
  readonly seed: number;
  readonly graph: string | undefined;
  readonly zone: string;
  readonly routes: string | undefined;
  readonly fleet: string | undefined;
  readonly fromMs: number | undefined;
  readonly isRegistering: boolean;
  readonly account: string | undefined;
  readonly minutes: number | undefined;
  readonly replay: string | undefined;
  readonly imei: string | undefined;
  readonly keepTime: boolean;
  readonly isQuiet: boolean;
  readonly isHelp: boolean;
}

const UNITS_MAX = 20_000;

/** Reads the command line; throws with a sentence for what cannot be. */
export function readArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: PORT },
      units: { type: 'string', default: '20' },
      speedup: { type: 'string' },
      hours: { type: 'string' },
      'imei-from': { type: 'string', default: '001010000000001' },
      every: { type: 'string', default: '5' },
      seed: { type: 'string', default: '1' },
      graph: { type: 'string' },
      zone: { type: 'string', default: 'Europe/Stockholm' },
      routes: { type: 'string' },
      fleet: { type: 'string' },
      from: { type: 'string' },
      register: { type: 'boolean', default: false },
      account: { type: 'string' },
      minutes: { type: 'string' },
      replay: { type: 'string' },
      imei: { type: 'string' },
      'keep-time': { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const fromMs = values.from === undefined ? undefined : Date.parse(values.from);
  if (Number.isNaN(fromMs)) throw new Error(`--from is not a time: ${values.from}`);
  if (values.replay !== undefined && !/^\d{15}$/.test(values.imei ?? ''))
    throw new Error('--replay needs --imei with 15 digits.');
  if (values.imei !== undefined && !/^\d{15}$/.test(values.imei)) throw new Error('--imei takes 15 digits.');
  const isOne = values.imei !== undefined && values.replay === undefined;
  const speedup = values.speedup ?? (isOne ? 'max' : '1');
  if (!/^\d{1,15}$/.test(values['imei-from'])) throw new Error('--imei-from takes up to 15 digits.');
  return {
    host: values.host,
    port: numberIn('port', values.port, 1, 65_535),
    units: numberIn('units', values.units, 1, UNITS_MAX),
    speedup: speedup === 'max' ? Infinity : numberIn('speedup', speedup, 1, 1_000_000),
    hours: values.hours === undefined ? (isOne ? 1 : undefined) : numberIn('hours', values.hours, 0, 24 * 366),
    imeiFrom: values['imei-from'],
    everyS: numberIn('every', values.every, 1, 3600),
    seed: numberIn('seed', values.seed, 0, 2 ** 31),
    graph: values.graph,
    zone: values.zone,
    routes: values.routes,
    fleet: values.fleet,
    fromMs,
    isRegistering: values.register,
    account: values.account,
    minutes: values.minutes === undefined ? undefined : numberIn('minutes', values.minutes, 0, 525_600),
    replay: values.replay,
    imei: values.imei,
    keepTime: values['keep-time'],
    isQuiet: values.quiet,
    isHelp: values.help,
  };
}

function numberIn(name: string, text: string, low: number, high: number): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= low && value <= high))
    throw new Error(`--${name} takes a number from ${low} to ${high}, not ${text}.`);
  return value;
}
