import type { Family } from '../protocol.ts';
import { COMMANDS_OF_A, COMMANDS_OF_FT } from './commands.ts';
import { MODES_OF_C } from './mode-commands.ts';
import { SENSOR_MEANINGS } from './meanings-sensors.ts';
import { TRACKER_MEANINGS } from './meanings-tracker.ts';
import { SETUPS } from './setup.ts';
import { VEHICLE_MEANINGS } from './meanings-vehicle.ts';

const MEANINGS = [...TRACKER_MEANINGS, ...VEHICLE_MEANINGS, ...SENSOR_MEANINGS];

/** The rows with a family's letter, in the order of the tables: of two for one name, the later one stands. */
const meaningsOf = (letter: string) => MEANINGS.filter(({ families }) => families.includes(letter));

/**
 * A: FMB, FMC, FMM, FMU, FMT, FMP 0xx to 9xx (basic and fast). B: FMx6xx (professional). C: TAT, TMT, TST, TFT, GH
 * (autonomous and personal). FT: the new platform. B has no commands yet.
 */
export const FAMILIES = [
  { name: 'A', meanings: meaningsOf('A'), commands: COMMANDS_OF_A, setup: SETUPS.A },
  { name: 'B', meanings: meaningsOf('B'), setup: SETUPS.B },
  { name: 'C', meanings: meaningsOf('C'), commands: { modes: MODES_OF_C }, setup: SETUPS.C },
  { name: 'FT', meanings: meaningsOf('F'), commands: COMMANDS_OF_FT, setup: SETUPS.FT },
] as const satisfies readonly Family[];
