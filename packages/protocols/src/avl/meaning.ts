import type { NamedKey } from './named-values.ts';

/** What a family of trackers makes of an io id: how the unscaled value becomes a named one. */
export interface IoMeaning {
  readonly id: number;
  /** The vendor's name for it. */
  readonly name: string;
  readonly signed?: boolean;
  /** Named value = raw value x times / per. Division by a whole number keeps 12.345 from becoming 12.345000000000001. */
  readonly per?: number;
  readonly times?: number;
  /** Instead of times and per, where the value is made in another way. */
  readonly read?: (raw: number) => number;
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
  readonly form?: 'number' | 'boolean' | 'word' | 'hex' | 'ascii' | 'list';
  /** Of form `list`, of variable length: what is in it. It throws for nothing, whatever the bytes. */
  readonly readList?: (bytes: Uint8Array) => readonly string[];
  /** Of form `word`: what each value stands for. */
  readonly words?: Readonly<Record<number, string>>;
}
