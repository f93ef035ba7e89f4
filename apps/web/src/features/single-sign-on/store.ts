import { storedItem } from '../../lib/storage.ts';

/** A sign-in that has left for the provider. */
export interface LeftFor {
  /** What the server knows this browser by when it comes back. */
  readonly flow: string;
  /** What was typed: the name that a trusted browser is kept under. */
  readonly address: string;
}

const isLeft = (value: unknown): value is LeftFor =>
  typeof value === 'object' &&
  value !== null &&
  'flow' in value &&
  typeof value.flow === 'string' &&
  'address' in value &&
  typeof value.address === 'string';

/** Of this tab alone, which is the one that comes back: an answer that was begun elsewhere ends nothing here. */
export const leftFor = storedItem('signOn', 1, isLeft, () => sessionStorage);
