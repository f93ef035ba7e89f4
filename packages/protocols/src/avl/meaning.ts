import type { NamedKey } from './named-values.ts';

/**
 * What a tracker's dated model family makes of an io id.
 * A: FMB, FMC, FMM, FMU, FMT, FMP 0xx to 9xx (basic and fast). B: FMx6xx (professional). C: TAT, TMT, TST, TFT, GH
 * (autonomous and personal). FT: the new platform. phone: our own ids, see phone.ts.
 */
export type ModelFamily = 'A' | 'B' | 'C' | 'FT' | 'phone';

/** How the unscaled value becomes a named one. */
export interface AvlMeaning {
  /** One letter a family: A, B, C, F (FT), P (phone). */
  readonly families: string;
  readonly id: number;
  /** The vendor's name for it. */
  readonly name: string;
  readonly signed?: boolean;
  /** Named value = raw value x times / per. Division by a whole number keeps 12.345 from becoming 12.345000000000001. */
  readonly per?: number;
  readonly times?: number;
  readonly unit?: string;
  /** Raw values (after the sign) that say "no sensor", "not measured", "broken". They never become a value. */
  readonly none?: readonly number[];
  /** Outside of these raw values, ends included, there is no value either. */
  readonly range?: readonly [number, number];
  /** Left out when no rule or screen asks for it by name yet: it can still be described. */
  readonly as?: NamedKey;
  /** A list's place: which of the four wired or Bluetooth sensors. */
  readonly slot?: number;
  /** Of two elements for one place, this one stands. */
  readonly wins?: boolean;
  readonly form?: 'number' | 'boolean' | 'word' | 'hex' | 'ascii';
  /** Of form `word`: what each value stands for. */
  readonly words?: Readonly<Record<number, string>>;
}

type Details = Omit<AvlMeaning, 'families' | 'id' | 'name'>;

/** One row of the dictionary: an id, its name in `NamedValues`, and for which families it holds (`ABC`, `A`, ...). */
export const meaning = (families: string, id: number, name: string, details: Details = {}): AvlMeaning => ({
  families,
  id,
  name,
  ...details,
});

/** The same element for four slots with consecutive ids. */
export const slots = (families: string, ids: readonly number[], name: string, details: Details): AvlMeaning[] =>
  ids.map((id, slot) => meaning(families, id, `${name} ${slot + 1}`, { ...details, slot }));
