import { PROTOCOLS } from '@spora/protocols/list';
import type { Protocol } from '@spora/protocols/protocol';
import { type Incident, INCIDENTS } from './incidents.ts';
import { type CommandLine, CommandError, parseCommand, readCommand, refuse } from '../../../scripts/command-line.mjs';

export interface Arguments {
  readonly protocol: Protocol;
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
  /** What happens to the unit. */
  readonly alarm: Incident | undefined;
  readonly keepTime: boolean;
  readonly isQuiet: boolean;
}

/** Reads arguments; throws CommandError with a sentence for what cannot be. */
export const readArguments = (args: readonly string[]): Arguments => argumentsOf(parseCommand('simulate', args).values);

/** Reads the arguments of this process, which ends with the usage for what cannot be. */
export function ownArguments(): Arguments {
  const { values } = readCommand('simulate');
  try {
    return argumentsOf(values);
  } catch (error) {
    if (error instanceof CommandError) return refuse('simulate', error.message);
    throw error;
  }
}

const SPEEDUP_MAX = 1_000_000;
/** What hardware speaks: phones get their names from the server. */
const SPOKEN: readonly Protocol[] = PROTOCOLS.filter(({ knownBy }) => knownBy === 'imei');

function argumentsOf(values: CommandLine<'simulate'>['values']): Arguments {
  if (values.replay !== undefined && values.imei === undefined) throw new CommandError('--replay needs --imei IMEI.');
  const protocol = SPOKEN.find(({ name }) => name === (values.protocol ?? PROTOCOLS[0].name));
  if (protocol === undefined)
    throw new CommandError(`--protocol takes one of ${SPOKEN.map(({ name }) => name).join(', ')}, not ${values.protocol ?? ''}.`);
  const alarm = INCIDENTS.find((each) => each === values.alarm);
  if (values.alarm !== undefined && alarm === undefined)
    throw new CommandError(`--alarm takes one of ${INCIDENTS.join(', ')}, not ${values.alarm}.`);
  if (alarm !== undefined && values.imei === undefined) throw new CommandError('--alarm needs --imei IMEI.');
  if (!/^\d{1,15}$/.test(values['imei-from']))
    throw new CommandError(`--imei-from takes up to 15 digits, not ${values['imei-from']}.`);
  const isOne = values.imei !== undefined && values.replay === undefined;
  const given = values.speedup ?? (isOne ? 'max' : '1');
  const speedup = given === 'max' ? Infinity : Number(given);
  if (given !== 'max' && !(speedup >= 1 && speedup <= SPEEDUP_MAX))
    throw new CommandError(`--speedup takes max or a number from 1 to ${SPEEDUP_MAX}, not ${given}.`);
  return {
    protocol,
    host: values.host,
    port: values.port ?? protocol.port.fallback,
    units: values.units,
    speedup,
    hours: values.hours ?? (isOne ? 1 : undefined),
    imeiFrom: values['imei-from'],
    everyS: values.every,
    seed: values.seed,
    graph: values.graph,
    zone: values.zone,
    routes: values.routes,
    fleet: values.fleet,
    fromMs: values.from === undefined ? undefined : Date.parse(values.from),
    isRegistering: values.register,
    account: values.account,
    minutes: values.minutes,
    replay: values.replay,
    imei: values.imei,
    alarm,
    keepTime: values['keep-time'],
    isQuiet: values.quiet,
  };
}
