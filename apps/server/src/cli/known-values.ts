import { BRANDS, type Brand } from '@spora/contract/brands';
import { type CommandName, refuse } from '../../../../scripts/command-line.mjs';

/** The value if it is one of the known; else the command ends with a sentence that lists them. */
export function oneOf<const T extends string>(command: CommandName, option: string, known: readonly T[], value: string): T {
  return known.find((each) => each === value) ?? refuse(command, `${option} takes ${known.join(', ')}, not ${value}.`);
}

/** The brand of a number; else the command ends with a sentence that lists them. */
export function brandOf(command: CommandName, subsite: number): Brand {
  const known = BRANDS.map(({ subsiteId, name }) => `${subsiteId} (${name})`).join(', ');
  return BRANDS.find(({ subsiteId }) => subsiteId === subsite) ?? refuse(command, `--subsite takes ${known}, not ${subsite}.`);
}
