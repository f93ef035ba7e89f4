import type { MapPin } from './shapes.ts';

export interface PinLayerProps {
  readonly pins: readonly MapPin[];
  readonly onSelect?: (id: string) => void;
}

/** Addresses found, own location, a place: pins with a label. */
export function PinLayer(_props: PinLayerProps) {
  return null;
}
